// The type of a function's input. Pure.

/** @type {Record<string, string>} */
const TYPES = { text: 'string', integer: 'number', number: 'number', boolean: 'boolean', date: 'string', json: 'any' };

/**
 * @param {readonly { name: string, type: string }[]} params as they are typed; none: anything may come
 * @param {readonly string[]} rowsOf tables whose rows the function judges or calculates from
 * @returns {string} TypeScript
 */
export function inputType(params, rowsOf) {
  const known = params.filter(({ name }) => /^[A-Za-z_]\w*$/.test(name));
  if (rowsOf.length === 0 && known.length > 0)
    return `{ ${known.map(({ name, type }) => `${name}: ${TYPES[type] ?? 'any'}`).join('; ')} }`;
  // Tables don't care for the parameters, and of two tables one may have what the other lacks.
  if (rowsOf.length !== 1 || known.length > 0) return 'any';
  const row = `import('/plinth').Row<${JSON.stringify(rowsOf[0])}>`;
  return `{ row: ${row}; old: ${row} } & Record<string, any>`;
}
