/**
 * A part of a list that lies in the Catalog: filtered by words, a page at a time, so that no screen prints ten
 * thousand entries. The cursor is the name of the last entry shown.
 *
 * @template {{ name: string }} T
 * @param {readonly T[]} items
 * @param {{ q?: string | null, after?: string | null, size?: number, words?: (item: T) => string }} options
 * @returns {{ items: T[], more: string | null, total: number }}
 */
export function pageOf(items, { q, after, size = 100, words = (item) => item.name }) {
  const wanted = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const found = wanted.length
    ? items.filter((item) => wanted.every((word) => words(item).toLowerCase().includes(word)))
    : items;
  const start = after ? found.findIndex((item) => item.name === after) + 1 : 0;
  const part = found.slice(start, start + size);
  return { items: part, more: start + size < found.length ? part[part.length - 1].name : null, total: found.length };
}
