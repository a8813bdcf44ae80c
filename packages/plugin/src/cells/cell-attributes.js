/** @import { CellKind, Html } from '../index.d.ts' */
import { escapeHtml } from '../html.js';
import { Link } from '../views/rendered.js';

/**
 * The attributes by which a cell's script knows what it holds: `data-e` where its content is the text that it is edited
 * with, else `data-v` with that text; `data-k` with the key of a related row, or the
 * instant of a local time that comes twice. A cell without them is read-only.
 *
 * @param {CellKind} kind @param {string} text @param {string | number | null} key @param {Html} shown what the cell shows
 * @returns {string} with a space ahead
 */
export function cellAttributes(kind, text, key, shown) {
  const plain = escapeHtml(text);
  const content = shown instanceof Link && text !== '' ? shown.content : shown;
  const isShown = kind !== 'check' && content.text === plain;
  const value = isShown ? ' data-e' : ` data-v="${plain}"`;
  return key !== null ? `${value} data-k="${escapeHtml(String(key))}"` : value;
}
