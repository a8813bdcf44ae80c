import { answer } from '../describe/parts.js';
import { visibleTables } from '../describe/visible-tables.js';

const SUMMARY = 'Tables, fields and rights, as far as you have access to them';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'GET',
  path: 'catalog',
  right: 'anyone',
  name: 'catalog',
  summary: SUMMARY,
  tag: 'description',
  output: { 200: answer(SUMMARY, { type: 'object' }) },
  handle:
    (app) =>
    ({ req, actor }) => {
      const { catalog } = req.ctx;
      return { version: catalog.version, tables: visibleTables(app, catalog, actor) };
    },
};
