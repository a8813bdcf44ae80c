import { setSettings } from './document.js';
import { findNode } from './tree.js';

/** @import { Draft } from './tree.js' */

/**
 * Moves the border between two neighbouring columns on the grid of 12. The last column without a width keeps taking the
 * remaining space.
 *
 * @param {Draft} draft @param {{ left: string, right: string }} ids
 * @param {{ widths: [number, number], by: number, setting: 'width' | 'tablet' | 'phone' }} options widths: as drawn now, and
 *   `by` how far the border moves to the right, in twelfths
 * @returns {Draft}
 */
export function resizeColumns(draft, { left, right }, { widths: [wide, narrow], by, setting }) {
  const total = Math.max(2, wide + narrow);
  const size = Math.min(total - 1, Math.max(1, wide + by));
  const siblings = findNode(draft, right)?.parent?.children ?? [];
  const free = siblings.filter((column) => column.id !== left && !column.settings?.[setting]);
  const stays = setting === 'width' && free.length === 1 && free[0].id === right;
  const next = setSettings(draft, left, { [setting]: size });
  return stays ? next : setSettings(next, right, { [setting]: total - size });
}
