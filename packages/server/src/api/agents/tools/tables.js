/** @import { Tool } from '../types.d.ts' */
import { visibleTables } from '../../rest/describe/visible-tables.js';
import { rightsOn, tableArgument, tableOf, tablesFor } from './known-tables.js';

/** @type {Tool} */
export const listTables = {
  name: 'list_tables',
  title: 'List tables',
  description: 'Lists the tables that you can use, with your rights on each (all, own rows, some rows, none).',
  annotations: { readOnlyHint: true },
  input: () => ({ properties: {} }),
  isOffered: () => true,
  run: async (context) => ({
    tables: tablesFor(context).map((table) => ({
      name: table.name,
      label: table.label,
      description: table.description,
      rights: rightsOn(context, table),
    })),
  }),
};

/** @type {Tool} */
export const describeTable = {
  name: 'describe_table',
  title: 'Describe a table',
  description: 'Lists the fields of a table: type, whether required, options, and the table that a relation refers to.',
  annotations: { readOnlyHint: true },
  input: (context) => ({ properties: { table: tableArgument(context) }, required: ['table'] }),
  isOffered: (context) => tablesFor(context).length > 0,
  async run(context, { table: name }) {
    tableOf(context, name);
    const { app, catalog, actor } = context;
    // The same as the API's catalog: the target of a relation is shown only to callers who may know about it.
    return /** @type {object} */ (visibleTables(app, catalog, actor).find((table) => table.name === name));
  },
};
