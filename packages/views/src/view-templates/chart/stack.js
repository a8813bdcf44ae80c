/** @import { Category } from './model.js' */

/** Where each value of a category begins and ends, in the order of the series. @typedef {{ from: number, to: number }} Layer */

/** Kinds whose values stand on each other, so that their sum has to mean something. */
export const STACKED = ['stacked', 'area'];

/**
 * Values on each other: what is below zero hangs from it.
 *
 * @param {Pick<Category, 'values'>} category @returns {Layer[]}
 */
export function stackOf({ values }) {
  let [top, bottom] = [0, 0];
  return values.map((given) => {
    const value = given ?? 0;
    const from = value < 0 ? bottom : top;
    if (value < 0) bottom += value;
    else top += value;
    return { from, to: from + value };
  });
}
