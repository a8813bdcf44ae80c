/** @import { Catalog } from '@plinth/plugin' */

/**
 * What a new function starts with: it runs as it is, and shows the app's own rows.
 *
 * @param {Catalog} catalog
 * @param {string} comment the first line, in the reader's language
 */
export function exampleCode(catalog, comment) {
  const table = catalog.tables.find(({ system }) => !system);
  return `// ${comment}\n${table ? withRows(table.name) : WITHOUT_ROWS}`;
}

/** @param {string} table */
const withRows = (table) => `export default async (input, plinth) => {
  const rows = await plinth
    .rows('${table}')
    .list({ limit: 5 });
  plinth.log('Found', rows.length, 'rows');

  return { hello: input.name ?? 'world', rows };
};
`;

const WITHOUT_ROWS = `export default async (input, plinth) => {
  plinth.log('Called with', input);

  return { hello: input.name ?? 'world' };
};
`;

/** @type {Record<string, unknown>} */
const VALUES = { text: 'text', integer: 10, number: 1.5, boolean: true, date: '2026-11-21', json: {} };

/** An input that fits the parameters. @param {readonly { name: string, type: string }[]} params */
export function sampleInput(params) {
  if (params.length === 0) return '{}';
  return JSON.stringify(Object.fromEntries(params.map(({ name, type }) => [name, VALUES[type]])), null, 2);
}
