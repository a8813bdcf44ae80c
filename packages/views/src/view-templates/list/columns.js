/** @import { ElementCompiler, Field, Html, PictureSize, Rendered, RowModel, ViewCompiler, Values } from '@plinth/plugin' */
import {
  AppError,
  checkAggregate,
  doersOf,
  EMPTY,
  html,
  link,
  openersOf,
  phrase,
  readersAt,
  renderer,
} from '@plinth/plugin';
import { aggregateCell } from './aggregate-cell.js';
import { isRoomy } from './column-types.js';

/** What the style sheet takes each cell with a label for, unless its class says otherwise: most need none. */
const SHORT = 'pl-cell-short';

/**
 * A compiled column. classes: of its heading; showsLabel: phones, where a row is a card, have it before the value
 *
 * @typedef {{
 *   index: number, key: string, field: string | null, label: string, hideLabel: boolean, showsLabel: boolean, sort: string | null, classes: string, cellClasses: string,
 *   cell: (m: RowModel) => Html, linked: boolean, isMain: boolean, total: { aggregate: any, field: Field } | null,
 *   readers: (readonly string[])[], pictures: PictureSize | null,
 * }} Column
 */

/**
 * @param {Values} config one entry of columnSettings; `main`: it names the row and gets the most space
 * @param {number} index
 * @param {ViewCompiler} c @param {ElementCompiler} e
 * @returns {Column}
 */
export function compileColumn(config, index, c, e) {
  const kind = KINDS[config.kind] ?? KINDS.field;
  const made = kind({ config, index, c, e });
  // At the right of a wide first column, a number would leave a gap where people start reading.
  const leads = index === 0 && made.numeric === true;
  const align = config.align ?? (made.numeric && !leads ? 'end' : null);
  const width = leads && !config.main && (config.width ?? 'auto') === 'auto' ? 'narrow' : config.width;
  const room = made.room ?? (config.label ? 'pl-cell-free' : '');
  const looks = [
    align && align !== 'start' ? `text-${align}` : '',
    width === 'narrow' ? 'w-1' : width === 'wide' ? 'pl-col-wide' : '',
    config.phone === false ? 'pl-not-phone' : '',
  ];
  const hideLabel = !config.label && made.hideLabel === true;
  return {
    index,
    key: config.kind === 'field' && config.field ? config.field : `c${index}`,
    field: config.kind === 'field' ? config.field : null,
    label: config.label ? c.t(config.label) : made.label,
    hideLabel,
    showsLabel: !hideLabel && (align === 'end' || room === SHORT),
    sort: made.sort ?? null,
    classes: [room, ...looks].filter(Boolean).join(' '),
    cellClasses: [room === SHORT ? '' : room, ...looks].filter(Boolean).join(' '),
    cell: renderer(config.link ? linked(made, config, e) : made.cell),
    linked: Boolean(config.link) || config.kind === 'link',
    isMain: config.main === true,
    total: made.total ?? null,
    readers: made.readers ?? [],
    pictures: made.pictures ?? null,
  };
}

/**
 * @typedef {{ config: Values, index: number, c: ViewCompiler, e: ElementCompiler }} Parts
 * @typedef {{ label: string, cell: Rendered, inLink?: Rendered, sort?: string | null, numeric?: boolean, hideLabel?: boolean, room?: string,
 *   total?: Column['total'], readers?: Column['readers'], pictures?: Column['pictures'] }} Made
 * @type {Record<string, (parts: Parts) => Made>}
 */
const KINDS = {
  field({ config, c, e }) {
    const found = c.table && c.catalog.path(c.table, config.field);
    if (!found) throw missingField(config.field, c);
    const { field } = found;
    const type = c.registry.fieldType(field.type);
    // Sums cover the list's own rows, not those that a path leads to.
    const total = config.total && !config.field.includes('.') ? config.total : null;
    if (total) checkAggregate(c.registry, found.table, total, field);
    const choice = config.view?.view ? config.view : type.views.list ? { view: type.views.list } : undefined;
    return {
      label: field.label,
      cell: e.show(config.field, choice),
      inLink: config.link && e.show(config.field, { ...choice, inLink: true }),
      pictures: e.pictures(config.field, choice),
      sort: type.sortable ? config.field : null,
      numeric: field.traits.aligns,
      room: config.main ? 'pl-cell-main' : isRoomy(field) ? 'pl-cell-text' : SHORT,
      readers: readersAt(c.catalog, /** @type {any} */ (c.table), config.field),
      total: total && { aggregate: total, field },
    };
  },

  aggregate: ({ config, c, e }) => ({ ...aggregateCell(config, c, e), readers: aggregateReaders(config, c) }),

  link({ config, c, e }) {
    if (!config.link) throw new AppError('SETTINGS_INVALID', 'No view is chosen for the link', { status: 422 });
    const view = c.catalog.view(config.link);
    const text = config.text ? c.t(config.text) : view.label;
    const icon = config.icon ? c.icon(config.icon) : '';
    const value = config.expression ? e.expressionText(config.expression) : null;
    return {
      label: text,
      hideLabel: true,
      // A text of the row is useful even without the link.
      readers: value ? [] : openersOf(c.catalog, view, c.table),
      cell: value ? (m) => html`${icon}${value(m) || text}` : html`${icon}${text}`,
    };
  },

  expression({ config, c, e }) {
    if (!config.expression)
      throw new AppError('SETTINGS_INVALID', 'The expression of the column is empty', { status: 422 });
    const value = e.expressionText(config.expression);
    return { label: c.t('vt.column.kind.expression'), hideLabel: true, cell: (m) => html`${value(m)}` };
  },

  action({ config, index, c, e }) {
    const { action, config: settings } = config.action ?? {};
    if (!action) throw new AppError('SETTINGS_INVALID', 'No action is chosen for the column', { status: 422 });
    const { label: named, right } = c.registry.action(action);
    const text = c.t(config.text || named);
    const label = config.icon
      ? html`${c.icon(config.icon)}<span class="visually-hidden">${text}</span>`
      : html`${text}`;
    return {
      label: text,
      hideLabel: true,
      readers: right && c.table ? doersOf(c.table, right) : [],
      cell: e.action(
        { id: `column${index}`, type: 'column' },
        {
          action,
          config: settings,
          label,
          class: `btn btn-sm${config.icon ? ' btn-icon' : ''}`,
          confirm: config.confirm,
        },
      ),
    };
  },
};

/** @param {Values} config @param {ViewCompiler} c */
function aggregateReaders({ relation, of }, { catalog }) {
  const [child, by] = String(relation).split('.');
  if (!by || !catalog.hasTable(child)) return [];
  return [by, of].flatMap((name) => (name ? readersAt(catalog, catalog.table(child), name) : []));
}

/** @param {Made} made @param {Values} config @param {ElementCompiler} e @returns {Rendered} */
function linked({ cell, inLink = cell }, { kind, link: opened, expression }, e) {
  const url = e.viewUrl(opened, { row: true });
  const open = e.mayOpen(opened, { row: true });
  const text = e.t('views.open');
  const [alone, content] = [renderer(cell), renderer(inLink)];
  // Text from the row is shown even without the link; a plain "Edit" is not.
  const isContent = kind !== 'link' || Boolean(expression);
  return (m) => {
    if (!open(m)) return isContent ? alone(m) : EMPTY;
    const value = content(m);
    // A link needs a text.
    return link(html`<a class="pl-row-link" href="${url(m)}">`, value.text === '' ? text : value);
  };
}

/** @param {string} path @param {ViewCompiler} c */
function missingField(path, c) {
  return new AppError('FIELD_NOT_FOUND', phrase`${c.table?.label} has no field "${path}"`, {
    status: 422,
    hint: 'Choose another field for the column, or remove it',
  });
}
