/**
 * Which entries of a list were moved: the fewest that explain the new order.
 *
 * @template T
 * @param {readonly T[]} before @param {readonly T[]} after the same entries in another order
 * @returns {T[]} in their new order
 */
export function movedOf(before, after) {
  const places = after.map((entry) => before.indexOf(entry));
  // The longest run of entries that kept their order; quadratic, and lists are short.
  const lengths = places.map(() => 1);
  const previous = places.map(() => -1);
  for (let i = 0; i < places.length; i++)
    for (let j = 0; j < i; j++)
      if (places[j] < places[i] && lengths[j] + 1 > lengths[i]) [lengths[i], previous[i]] = [lengths[j] + 1, j];
  const kept = new Set();
  for (let i = lengths.indexOf(Math.max(...lengths)); i >= 0; i = previous[i]) kept.add(i);
  return after.filter((_, i) => !kept.has(i));
}
