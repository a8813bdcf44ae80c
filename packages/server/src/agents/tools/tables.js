/** @import { Tool } from '../types.d.ts' */
import { fieldsOf, rightsOn, tableArgument, tableOf, tablesFor } from './known-tables.js';

/** @type {Tool} */
export const listTables = {
  name: 'list_tables',
  title: 'List tables',
  description: 'Tables of this site that you may use, with what you may do in each (all, own rows, some rows, none).',
  annotations: { readOnlyHint: true },
  input: () => ({ properties: {} }),
  isOffered: () => true,
  run: async (context) => ({
    tables: tablesFor(context).map((table) => ({
      ...{ name: table.name, label: table.label, description: table.description },
      rights: rightsOn(context, table),
    })),
  }),
};

/** @type {Tool} */
export const describeTable = {
  name: 'describe_table',
  title: 'Describe a table',
  description: 'Fields of a table: type, whether required, options, and the table that a relation points at.',
  annotations: { readOnlyHint: true },
  input: (context) => ({ properties: { table: tableArgument(context) }, required: ['table'] }),
  isOffered: (context) => tablesFor(context).length > 0,
  async run(context, { table: name }) {
    const table = tableOf(context, name);
    return {
      ...{ name: table.name, label: table.label, description: table.description, key: table.key },
      rights: rightsOn(context, table),
      fields: fieldsOf(context, table).map((field) => ({
        ...{ name: field.name, label: field.label, description: field.description, type: field.type },
        ...{ required: field.required, unique: field.unique, automatic: field.auto !== null },
        ...(field.target && { pointsAt: field.target }),
        ...(Object.keys(field.attributes).length > 0 && { attributes: field.attributes }),
      })),
    };
  },
};
