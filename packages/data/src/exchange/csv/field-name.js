/** Names that every table has, or that SQL would have to quote everywhere. */
export const RESERVED = [
  'id',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'user',
  'order',
  'group',
  'select',
  'table',
];

/**
 * Turns a header into a field name: "E-Mail (privat)" becomes e_mail_privat.
 *
 * @param {string} header @param {number} at @param {Set<string>} taken
 */
export function fieldName(header, at, taken) {
  const ascii = header.replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const word = ascii
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)
    .replace(/_+$/, '');
  const base = word || `column_${at + 1}`;
  let name = base;
  for (let n = 2; taken.has(name); n++) name = `${base}_${n}`;
  taken.add(name);
  return name;
}
