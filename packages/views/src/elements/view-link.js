/** @import { ElementCompiler, Html, RowModel, Values } from '@plinth/plugin' */
import { attrs, defineElement, EMPTY, html, renderer } from '@plinth/plugin';
import { boolean, fieldPath, list, select, text } from '@plinth/plugin/settings';
import { buttonClass, buttonContent, buttonSettings } from './parts/button-style.js';

/** A link to another view, usually for the current row; it can pass values for an empty form or a filter. */
export const viewLink = defineElement({
  name: 'view_link',
  order: 260,
  label: 'el.view_link',
  icon: 'external-link',
  group: 'data',
  children: 'none',
  scope: 'any',
  settings: [
    { name: 'view', type: 'view', label: 'el.target.view', required: true },
    boolean('row', 'el.target.row', { default: true }),
    select(
      'labelFrom',
      'el.view_link.labelFrom',
      ['text', 'field', 'expression'].map((value) => ({ value, label: `el.view_link.${value}` })),
      { default: 'text' },
    ),
    text('label', 'el.label', { max: 200, showIf: { name: 'labelFrom', in: ['text'] } }),
    fieldPath('field', 'el.field', { showIf: { name: 'labelFrom', in: ['field'] } }),
    {
      name: 'expression',
      type: 'expression',
      label: 'el.view_link.expression',
      showIf: { name: 'labelFrom', in: ['expression'] },
    },
    list(
      'values',
      'el.view_link.values',
      [
        text('name', 'el.view_link.name', { required: true, pattern: '[a-z][a-z0-9_.]{0,99}' }),
        text('value', 'el.view_link.value', { max: 500 }),
        { name: 'expression', type: 'expression', label: 'el.view_link.expression' },
      ],
      { help: 'el.view_link.values.help' },
    ),
    ...buttonSettings({ style: 'link' }),
    boolean('dialog', 'el.view_link.dialog', { default: false }),
  ],
  compile({ settings }, c) {
    const { view, dialog } = settings;
    const label = labelOf(settings, c);
    const state = stateOf(settings, c);
    const extra = attrs({
      class: buttonClass(settings) || (settings.icon ? 'pl-icon-link' : null),
      'data-pl-dialog': dialog || null,
      // Where the row is in a panel, its form takes its place there.
      'data-pl-edits': settings.row === true && !dialog && c.catalog.view(view).template === 'edit',
    });
    const open = c.mayOpen(view, {
      row: settings.row,
      anyRow: (settings.values ?? []).some((/** @type {{ name: string }} */ { name }) => name === 'id'),
    });
    // Text from the row is shown even without the link; a mere "Edit" is not.
    const isContent = settings.labelFrom !== 'text';
    return (m) => {
      if (!open(m)) return isContent ? html`${label(m)}` : EMPTY;
      return html`<a href="${m.env.viewUrl(view, state(m))}"${extra}>${buttonContent(settings, label(m), c.icon)}</a>`;
    };
  },
});

/** @param {Values} settings @param {ElementCompiler} c @returns {(m: RowModel) => Html | string} */
function labelOf({ labelFrom, label, field, expression, view }, c) {
  const fallback = c.catalog.view(view).label;
  if (labelFrom === 'expression' && expression) {
    const value = c.expressionText(expression);
    return (m) => value(m) || fallback;
  }
  if (labelFrom === 'field' && field) {
    const shown = renderer(c.show(field, { inLink: true }));
    return (m) => {
      const value = shown(m);
      // An empty value would leave a link without a name.
      return value.text === '' ? fallback : value;
    };
  }
  return () => label || fallback;
}

/**
 * @param {Values} settings
 * @param {ElementCompiler} c
 * @returns {(m: RowModel) => Record<string, unknown>}
 */
function stateOf({ row, values = [] }, c) {
  /** @type {{ name: string, value?: string, expression?: string }[]} */
  const given = values;
  const parts = given.map(({ name, value = '', expression }) => ({
    name,
    value: expression ? c.expression(expression) : () => value,
  }));
  return (m) => ({
    ...(row && m.rowId !== null && { id: m.rowId }),
    ...Object.fromEntries(parts.map((part) => [part.name, part.value(m)])),
  });
}
