/** A name from a label: "Größe (cm)" becomes grosse_cm. @param {string} label */
export function nameOf(label) {
  const plain = label.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
  const name = plain.replace(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+/, '');
  return name.slice(0, 48).replace(/_+$/, '');
}

/**
 * A name that is not taken: orders, orders_2, ...
 *
 * @param {string} wanted @param {(name: string) => boolean} taken
 */
export function freeName(wanted, taken) {
  const base = wanted || 'untitled';
  let name = base;
  for (let i = 2; taken(name); i++) name = `${base.slice(0, 44)}_${i}`;
  return name;
}
