/** @import { Model } from './model.js' */

/**
 * @typedef {{ label: string, value: number, share: number, colour: string, link: string | null }} Slice share of the
 *   whole, 0 to 1; link: where its rows are listed
 */

/** Neighbours differ in hue; what is left is grey. */
const COLOURS = ['blue', 'amber', 'teal', 'purple', 'red', 'cyan', 'lime', 'pink', 'orange', 'green', 'yellow'];
export const MOST_SLICES = COLOURS.length;

/**
 * The parts of a whole: the largest ones in the order of the categories, the others as one. Only values above zero are
 * part of a whole; the others are in the value table alone.
 *
 * @param {Model} model @param {{ most: number, other: string }} options most: slices before "other"
 * @returns {{ slices: Slice[], total: number }}
 */
export function readSlices({ categories }, { most, other }) {
  const parts = categories
    .map(({ label, values, links }) => ({ label, value: values[0] ?? 0, link: links[0] }))
    .filter(({ value }) => value > 0);
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const largest = new Set([...parts].sort((a, b) => b.value - a.value).slice(0, most));
  const own = parts.filter((part) => largest.has(part)).map((part, i) => ({ ...part, colour: COLOURS[i] }));
  const rest = parts.filter((part) => !largest.has(part)).reduce((sum, { value }) => sum + value, 0);
  const all = rest > 0 ? [...own, { label: other, value: rest, colour: 'grey', link: null }] : own;
  return { slices: all.map((slice) => ({ ...slice, share: slice.value / total })), total };
}
