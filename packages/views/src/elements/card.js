import { attrs, defineElement, EMPTY, html, join } from '@plinth/plugin';
import { boolean, fieldPath, text } from '@plinth/plugin/settings';
import { classes } from './parts/classes.js';
import { linkTarget, targetAttributes, targetSettings } from './parts/link-target.js';
import { COLOUR } from './parts/scales.js';

const [to, ...rest] = targetSettings();

/** A framed surface with an optional title, footer and link on all of it. */
export const card = defineElement({
  name: 'card',
  order: 40,
  label: 'el.card',
  icon: 'rectangle',
  group: 'layout',
  children: 'any',
  scope: 'any',
  settings: [
    text('title', 'el.title', { max: 200 }),
    fieldPath('titleField', 'el.card.titleField'),
    { name: 'icon', type: 'icon', label: 'el.icon' },
    COLOUR,
    text('footer', 'el.card.footer', { max: 500 }),
    boolean('flush', 'el.card.flush', { default: false }),
    { ...to, default: 'none', options: [{ value: 'none', label: 'el.target.none' }, ...(to.options ?? [])] },
    ...rest,
  ],
  compile({ settings, children }, c) {
    const { title, titleField, icon, colour, footer, flush } = settings;
    c.inText({ group: 'start' });
    if (titleField) c.inText({ field: titleField, label: '', isHeading: true });
    else if (title) c.inText({ heading: title });
    // The card's own link goes around the title.
    const own = titleField && c.show(titleField, { inLink: settings.to !== 'none' });
    const name = own || (title ? html`${title}` : null);
    const mark = icon
      ? html`<span class="${classes('pl-card-mark', colour && `pl-tinted pl-c-${colour}`)}">${c.icon(icon)}</span>`
      : '';
    const [opens, closes] = linkAround(settings, c);
    const head = name
      ? join([html`<div class="card-header">${mark}<h2 class="card-title">`, opens, name, closes, html`</h2></div>`])
      : EMPTY;
    const inner = c.children(children);
    c.inText({ group: 'end' });
    return join([
      html`<div class="card">`,
      head,
      html`<div class="${flush ? 'card-flush' : 'card-body'}"><div class="pl-stack">`,
      name ? EMPTY : join([opens, closes]),
      inner,
      html`</div></div>${footer && html`<div class="card-footer">${footer}</div>`}</div>`,
    ]);
  },
});

const CLOSE = html`</a>`;

/**
 * The start and end of the link that covers the card; it holds the title, or else its own accessible name.
 * @param {Record<string, unknown>} settings @param {import('@plinth/plugin').ElementCompiler} c
 * @returns {[import('@plinth/plugin').Rendered, import('@plinth/plugin').Rendered]}
 */
function linkAround(settings, c) {
  if (settings.to === 'none') return [EMPTY, EMPTY];
  const url = linkTarget(settings, c);
  const named = settings.title || settings.titleField;
  const extra = attrs({ ...targetAttributes(settings), 'aria-label': named ? null : c.t('el.card.open') });
  return [
    (m) => {
      const href = url(m);
      return href ? html`<a class="stretched-link" href="${href}"${extra}>` : EMPTY;
    },
    (m) => (url(m) ? CLOSE : EMPTY),
  ];
}
