/** @import { ElementCompiler, RowModel, Setting, Values } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';
import { boolean, select } from '@plinth/plugin/settings';

/** The settings of a link target. @returns {Setting[]} */
export function targetSettings() {
  return [
    select(
      'to',
      'el.target.to',
      ['page', 'view', 'task', 'url'].map((value) => ({ value, label: `el.target.${value}` })),
      { default: 'page' },
    ),
    { name: 'page', type: 'page', label: 'el.target.page', showIf: { name: 'to', in: ['page'] } },
    { name: 'view', type: 'view', label: 'el.target.view', showIf: { name: 'to', in: ['view'] } },
    boolean('row', 'el.target.row', { default: false, showIf: { name: 'to', in: ['view'] } }),
    { name: 'url', type: 'url', label: 'el.target.url', showIf: { name: 'to', in: ['url'] } },
    boolean('newTab', 'el.target.newTab', { default: false }),
  ];
}

/**
 * The URL as a function of the row. It is empty if the setting names nothing, or a form that the user can't save.
 *
 * @param {Values} settings of targetSettings() @param {ElementCompiler} c
 * @returns {(m: RowModel) => string}
 */
export function linkTarget({ to, page, view, url, row }, c) {
  if (to === 'view' && view) {
    const ofRow = Boolean(row && c.table);
    const url = c.viewUrl(view, { row: ofRow });
    // Other views may ask a visitor to log in, but don't link to a form that the user can't save.
    if (c.catalog.view(view).template !== 'edit') return url;
    const open = c.mayOpen(view, { row: ofRow });
    return (m) => (open(m) ? url(m) : '');
  }
  if (to === 'page' && page) {
    c.catalog.page(page);
    return (m) => m.env.pageUrl(page);
  }
  if (to === 'task') return taskUrl(c);
  return () => (to === 'url' && url) || '';
}

/** Where the reader's task about the current row opens. @param {ElementCompiler} c @returns {(m: RowModel) => string} */
function taskUrl({ table }) {
  if (!table)
    throw new AppError('ELEMENT_MISPLACED', 'A link to a task needs a row, but there is none here', { status: 422 });
  const path = `/tasks/for/${table.name}/`;
  return ({ rowId }) => (rowId === null || rowId === undefined ? '' : path + encodeURIComponent(String(rowId)));
}

/** Attributes of a link to another site or into a new tab. @param {Record<string, unknown>} settings */
export function targetAttributes({ newTab }) {
  return newTab ? { target: '_blank', rel: 'noopener' } : {};
}
