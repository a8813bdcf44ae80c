import { attrs, defineElement, EMPTY, html } from '@plinth/plugin';
import { boolean, text } from '@plinth/plugin/settings';

const ASSET = 'core-views/js/views/comments.js';

/** What people said about the row and what happened to it. Loaded by a script, so that the page itself stays the same. */
export const comments = defineElement({
  name: 'comments',
  order: 310,
  label: 'el.comments',
  icon: 'message-2',
  group: 'data',
  children: 'none',
  scope: 'row',
  settings: [
    text('title', 'el.comments.title', { max: 120 }),
    boolean('activity', 'el.comments.activity', { help: 'el.comments.activity.help', default: true }),
  ],
  scripts: [ASSET],
  compile({ settings }, c) {
    const { table } = c;
    if (!table || (table.comments === 'off' && !(table.history && settings.activity))) return EMPTY;
    const title = settings.title
      ? c.t(settings.title)
      : c.t(table.comments === 'off' ? 'el.comments.history' : 'el.comments');
    const query = settings.activity ? '?activity=1' : '';
    return (m) => {
      if (m.rowId === null) return EMPTY;
      const url = `/comments/${table.name}/${encodeURIComponent(m.rowId)}${query}`;
      return html`<section class="pl-comments" aria-label="${title}"${attrs({ 'data-pl-comments': url, 'data-row': `${table.name}:${m.rowId}` })}><h2 class="pl-comments-title">${title}</h2><div data-pl-part><a class="btn" href="${url}">${c.t('el.comments.open')}</a></div></section>`;
    };
  },
});
