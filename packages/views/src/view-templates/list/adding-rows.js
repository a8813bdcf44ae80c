/** @import { CellKind, Field, Html, RenderContext, Table, ViewCompiler, Values } from '@plinth/plugin' */
import { attrs, cellText, html, isAmong, mayDo, parseTyped, writersOf } from '@plinth/plugin';
import { createLink } from '../parts/create-link.js';

/**
 * The last row of a list that is edited in place: typed into by scripts (cells/add-row.js), otherwise a link to the form.
 *
 * @typedef {{ mayType: (context: RenderContext) => boolean, row: (context: RenderContext, columns: number) => string }} Adding
 *   mayType: whether this reader can add rows in the list itself
 */

/**
 * A row can be typed in a list where each field that it must have has a cell.
 *
 * @param {Values} config @param {ReadonlyMap<string, CellKind>} kinds of the fields whose cells are edited
 * @param {ViewCompiler} c @returns {Adding | null}
 */
export function createAdding(config, kinds, c) {
  const { table, t, icon, registry } = c;
  if (!table) return null;
  const isWhole = table.fields.every((field) => kinds.has(field.name) || !isNeeded(field));
  const link = createLink({ ...config, createLabel: t('list.add') }, c);
  const plus = icon('plus');

  return {
    mayType: ({ env }) => isWhole && mayDo(table, 'create', env.actor),
    row(context, columns) {
      const mayType = this.mayType(context);
      const form = link(context, 'btn btn-sm btn-ghost')?.text ?? '';
      if (!mayType && form === '') return '';
      const button = html`<button type="button" class="btn btn-sm btn-ghost" hidden>${plus}<span>${t('list.add')}</span></button>`;
      const data = mayType ? attrs({ 'data-pl-add': JSON.stringify(about(context)) }) : '';
      return html`<tr class="pl-add"${data}><td colspan="${columns}">`.text + (form || button.text);
    },
  };

  /** What a new row starts with. @param {RenderContext} context */
  function about({ state, env }) {
    const own = /** @type {Table} */ (table);
    /** @type {Record<string, string>} */
    const fields = {};
    /** @type {Record<string, { text: string, key?: string }>} */
    const presets = {};
    for (const [name, kind] of kinds) {
      const field = own.field(name);
      if (isAmong(env.actor, writersOf(field)))
        fields[name] = kind === 'lookup' ? '' : textOf(field, kind, field.default, env);
    }
    for (const [name, text] of Object.entries(state.presets)) {
      if (!own.hasField(name)) continue;
      const field = own.field(name);
      const kind = kinds.get(name);
      if (field.target) presets[name] = { text, key: text };
      else if (kind) presets[name] = { text: (fields[name] = textOf(field, kind, given(field, text), env)) };
    }
    return { fields, presets };
  }

  /** @param {Field} field @param {CellKind} kind @param {unknown} value @param {RenderContext['env']} env */
  function textOf(field, kind, value, { formats }) {
    if (value === null || value === undefined || typeof value === 'object') return '';
    return cellText(registry.fieldType(field.type), field, kind, value, { formats });
  }

  /** @param {Field} field @param {string} text of the address */
  function given(field, text) {
    try {
      return parseTyped(registry, field, text, text);
    } catch {
      return null;
    }
  }
}

/** @param {Field} field */
const isNeeded = ({ required, auto, formula, default: value }) =>
  required && !auto && !formula && (value === null || value === undefined);
