import { defineElement, html, join, raw, renderer } from '@plinth/plugin';
import { boolean, fieldPath, fieldView, select } from '@plinth/plugin/settings';
import { classes } from './parts/classes.js';
import { RECORD_STYLE } from './parts/labelled.js';
import { rowTitle } from './parts/row-title.js';
import { ALIGN } from './parts/scales.js';

const LEVELS = ['1', '2', '3', '4'];
const SIZES = ['normal', 'large', 'display'];

/**
 * A heading: text or the value of a field. Its level is its position in the page's outline; its size is only visual.
 */
export const heading = defineElement({
  name: 'heading',
  order: 110,
  label: 'el.heading',
  icon: 'heading',
  group: 'content',
  children: 'none',
  scope: 'any',
  settings: [
    { name: 'text', type: 'text', label: 'el.heading.text', max: 300 },
    fieldPath('field', 'el.heading.field', { help: 'el.heading.field.help' }),
    fieldView('view', 'el.field.view', { of: 'field' }),
    boolean('sentence', 'el.heading.sentence', { help: 'el.heading.sentence.help', default: false }),
    select(
      'level',
      'el.heading.level',
      LEVELS.map((value) => ({ value, label: `el.heading.${value}` })),
      { default: '2' },
    ),
    select(
      'size',
      'el.size',
      SIZES.map((value) => ({ value, label: `el.heading.${value}` })),
      { default: 'normal' },
    ),
    { name: 'icon', type: 'icon', label: 'el.icon' },
    ALIGN,
  ],
  styles: ({ sentence }) => (sentence ? [RECORD_STYLE] : []),
  compile({ settings }, c) {
    const { text, field, view, sentence, level, size, icon, align } = settings;
    const leads = level === '1';
    if (field) c.inText({ field, label: '', isHeading: true, leads });
    else if (text) c.inText({ heading: text, leads });
    const name = classes(
      'm-0',
      size === 'large' && 'display-4',
      size === 'display' && 'display-2',
      icon && 'pl-with-icon',
      align !== 'start' && `text-${align}`,
    );
    const value = field ? c.show(field, view) : html`${text}`;
    // Safe: the level is one of LEVELS.
    const tag = raw(`h${level}`);
    return join([
      html`<${tag} class="${name}">${icon && c.icon(icon)}`,
      sentence && field && c.table?.hasField(field) ? rowTitle(c, field, renderer(value)) : value,
      html`</${tag}>`,
    ]);
  },
});
