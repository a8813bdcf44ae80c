/**
 * The columns of a list in the order of its reader, without those that they hid. Columns that they never saw stay where
 * they were built in.
 *
 * @template {{ field: string }} C
 * @param {readonly C[]} all @param {readonly { key: string, hidden?: boolean }[] | undefined} chosen
 * @returns {readonly C[]}
 */
export function arrangedColumns(all, chosen) {
  if (!chosen) return all;
  const place = new Map(chosen.map(({ key }, i) => [key, i]));
  const placeOf = (/** @type {C} */ { field }) => place.get(field) ?? 0;
  const named = all.filter(({ field }) => place.has(field)).sort((a, b) => placeOf(a) - placeOf(b));
  const next = named[Symbol.iterator]();
  const arranged = all.map((column) => (place.has(column.field) ? (next.next().value ?? column) : column));
  const shown = arranged.filter(({ field }) => !chosen[place.get(field) ?? -1]?.hidden);
  // A list with all columns hidden shows them all.
  return shown.length > 0 ? shown : all;
}
