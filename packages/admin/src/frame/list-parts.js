import { attrs, html } from '@plinth/plugin';
import { smallParts } from './small-parts.js';

/** @import { Html } from '@plinth/plugin' */
/** @import { Request } from '@plinth/server/types' */

/**
 * A column of a list, by the key of its heading. On a phone the heading stands before the value, but for `plain` ones.
 *
 * @template T
 * @typedef {{ label: string, cell: (row: T) => unknown, class?: string, hidden?: boolean, plain?: boolean }} Column
 */

/** Where a list goes on: after what, or that by the names in its address. @typedef {string | Readonly<Record<string, string>> | null} Next */

/** @template T @param {string} label a key @param {(row: T) => unknown} cell @param {string} [style] of its cells @returns {Column<T>} */
export const column = (label, cell, style) => ({ label, cell, class: style });

/** The buttons at the end of each row. @template T @param {(row: T) => unknown} cell @param {string} [label] a key @returns {Column<T>} */
export const buttons = (cell, label = 'admin.actions') => ({ label, cell, hidden: true, class: 'text-end' });

/** Tables and lists, with the texts of a request. @param {Request} req */
export function listParts(req) {
  const { t, hidden } = smallParts(req);

  /** The button below a list that continues. @param {Next} [next] @param {string} [style] */
  const more = (next, style = 'mb-4') => {
    if (!next) return '';
    const cursors = typeof next === 'string' ? { after: next } : next;
    const query = new URLSearchParams(cursors);
    for (const [name, value] of req.query)
      if (value && !(name in cursors) && name !== 'done') query.append(name, value);
    return html`<a class="btn${style && ` ${style}`}" href="?${query}">${t('admin.more')}</a>`;
  };

  /** @param {{ label: string, hidden?: boolean }} column */
  const heading = (column) => html`<th scope="col">${column.hidden ? hidden(t(column.label)) : t(column.label)}</th>`;

  /**
   * A table in a card; the first column names the row.
   *
   * @template T
   * @param {string} caption a key @param {readonly Column<T>[]} columns @param {readonly T[]} rows
   * @param {{ style?: string, none?: string }} [options] none: the key of what is shown if there are no rows
   */
  const table = (
    caption,
    [first, ...columns],
    rows,
    { style = 'mb-4', none } = {},
  ) => html`<div class="card${style && ` ${style}`}">
    <div class="table-responsive"><table class="table adm-list adm-folds mb-0"><caption class="visually-hidden">${t(caption)}</caption>
    <thead><tr>${[first, ...columns].map(heading)}</tr></thead>
    <tbody>${rows.map(
      (row) =>
        html`<tr><th scope="row">${first.cell(row)}</th>${columns.map(
          (one) =>
            html`<td${attrs({ class: one.class, 'data-label': one.hidden || one.plain ? null : `${t(one.label)}: ` })}>${one.cell(row)}</td>`,
        )}</tr>`,
    )}${rows.length === 0 && none && html`<tr><td colspan="${columns.length + 1}" class="text-secondary">${t(none)}</td></tr>`}</tbody>
    </table></div></div>`;

  /** Lines in a card. @param {unknown[]} lines @param {string} [style] @param {string} [listStyle] */
  const list = (lines, style = '', listStyle = '') =>
    html`<div class="card${style && ` ${style}`}"><ul class="list-group list-group-flush${listStyle && ` ${listStyle}`}">${lines}</ul></div>`;

  /** A line with something at both ends. @param {unknown} content @param {string} [style] */
  const line = (content, style = '') =>
    html`<li class="list-group-item d-flex align-items-center gap-3${style && ` ${style}`}">${content}</li>`;

  return { more, table, list, line };
}
