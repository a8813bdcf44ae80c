/** @import { Rendered, RowModel } from '../index.d.ts' */
import { Html, escapeHtml } from '../html.js';

/** The text of a compiled piece for a row, as on a page. @param {Rendered} rendered @param {RowModel} m */
export function print(rendered, m) {
  const value = typeof rendered === 'function' ? rendered(m) : rendered;
  return value instanceof Html ? value.text : escapeHtml(value);
}
