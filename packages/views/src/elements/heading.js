import { defineElement, html, join, raw } from '@plinth/plugin';
import { fieldPath, fieldView, select } from '@plinth/plugin/settings';
import { classes } from './parts/classes.js';
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
  compile({ settings }, c) {
    const { text, field, view, level, size, icon, align } = settings;
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
    // Safe: the level is one of LEVELS.
    const tag = raw(`h${level}`);
    return join([
      html`<${tag} class="${name}">${icon && c.icon(icon)}`,
      field ? c.show(field, view) : html`${text}`,
      html`</${tag}>`,
    ]);
  },
});
