/** @import { Request } from '@plinth/server/types' */

const SIZE = 100;

/**
 * A list from the Catalog: filtered by the search words, a page at a time, so that no screen renders ten thousand
 * entries. The cursor is the name of the last entry shown.
 *
 * @template {{ name: string }} T
 * @param {Request} req @param {readonly T[]} items @param {(item: T) => string} words of an item
 * @returns {{ items: T[], more: string | null }}
 */
export function pageOf({ query }, items, words) {
  const wanted = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter((item) => wanted.every((word) => words(item).toLowerCase().includes(word)));
  const after = query.get('after');
  const start = after ? found.findIndex((item) => item.name === after) + 1 : 0;
  const part = found.slice(start, start + SIZE);
  return { items: part, more: start + SIZE < found.length ? part[part.length - 1].name : null };
}
