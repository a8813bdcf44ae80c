/** @import { Filter, QuerySpec, Sort } from '@plinth/plugin' */
/** @import { Tool, ToolContext } from '../types.d.ts' */
import { restoredAnswer } from '../../rest/rows/restored.js';
import { fieldsOf, tableArgument, tableOf, tablesFor } from './known-tables.js';

const ROW_ID = { type: ['integer', 'string'], description: 'ID of the row' };
const VALUES = {
  type: 'object',
  description:
    'Values by field name. Dates are ISO strings, decimals are strings, relations are the ID of the other row.',
};
const FILTER = {
  type: 'object',
  description:
    'A condition { "field": "status", "op": "eq", "value": "open" }; ops: eq ne lt lte gt gte in contains starts has ' +
    'empty filled. A field can be a path over relations (author.name). Combine with { "all": […] }, { "any": […] }, { "not": … }. ' +
    'Or use CEL: { "expression": "row.hours > 3 && row.author == user.id" }.',
};

/** @type {Tool} */
export const listRows = {
  name: 'list_rows',
  title: 'List rows',
  description: 'Lists the rows of a table that you can read: filtered, searched and sorted, one page at a time.',
  annotations: { readOnlyHint: true },
  input: (context) => ({
    properties: {
      table: tableArgument(context, 'read'),
      filter: FILTER,
      search: { type: 'string', description: 'Words to find in any searchable field' },
      sort: {
        type: 'array',
        items: { type: 'string' },
        description: 'Field names; prefix with a minus for descending order',
      },
      fields: {
        type: 'array',
        items: { type: 'string' },
        description: 'Return only these fields; paths over relations are allowed',
      },
      limit: { type: 'integer', minimum: 1, maximum: 200, description: 'Rows per page; 50 by default' },
      after: { type: 'string', description: '"next" from the previous result, to get the following page' },
      count: { type: 'boolean', description: 'Whether to count all matching rows' },
    },
    required: ['table'],
  }),
  isOffered: (context) => tablesFor(context, 'read').length > 0,
  async run(context, given) {
    const table = tableOf(context, given.table, 'read');
    const names = given.fields ?? fieldsOf(context, table).map(({ name }) => name);
    /** @type {QuerySpec} */
    const spec = {
      table: table.name,
      strict: true,
      select: names
        .filter((/** @type {string} */ name) => name !== 'id')
        .map((/** @type {string} */ name) => ({ as: name.replaceAll('.', '_'), field: name })),
      ...(given.filter && { where: /** @type {Filter} */ (given.filter) }),
      ...(given.search && { search: { param: 'q' } }),
      sort: sortOf(given.sort),
      limit: Math.min(given.limit ?? 50, 200),
      cursor: { after: 'after', before: 'before' },
      count: given.count ? 'exact' : 'none',
    };
    const params = { q: given.search ?? '', after: given.after ?? null, before: null };
    const [result] = await context.req.ctx.select([{ spec, params }]);
    return { rows: result.rows, next: result.next, ...(given.count && { count: Number(result.count) }) };
  },
};

/** @param {string[] | undefined} sort @returns {Sort[]} */
function sortOf(sort = []) {
  return sort.map((entry) => {
    const text = String(entry);
    return text.startsWith('-') ? { field: text.slice(1), descending: true } : { field: text };
  });
}

/** @type {Tool} */
export const getRow = {
  name: 'get_row',
  title: 'Get a row',
  description: 'Returns one row by its ID.',
  annotations: { readOnlyHint: true },
  input: (context) => ({
    properties: { table: tableArgument(context, 'read'), id: ROW_ID },
    required: ['table', 'id'],
  }),
  isOffered: (context) => tablesFor(context, 'read').length > 0,
  async run(context, { table, id }) {
    return { row: await context.app.data.rows.get(context.actor, tableOf(context, table, 'read').name, id) };
  },
};

/** @type {Tool} */
export const createRow = {
  name: 'create_row',
  title: 'Create a row',
  description: 'Adds a row. describe_table lists the fields and which of them are required.',
  annotations: { readOnlyHint: false, destructiveHint: false },
  input: (context) => ({
    properties: { table: tableArgument(context, 'create'), values: VALUES },
    required: ['table', 'values'],
  }),
  isOffered: (context) => tablesFor(context, 'create').length > 0,
  async run(context, { table, values }) {
    return { row: await context.app.data.rows.insert(context.actor, tableOf(context, table, 'create').name, values) };
  },
};

/** @type {Tool} */
export const updateRow = {
  name: 'update_row',
  title: 'Change a row',
  description: 'Changes the given fields of a row and leaves the others as they are.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  input: (context) => ({
    properties: { table: tableArgument(context, 'update'), id: ROW_ID, values: VALUES },
    required: ['table', 'id', 'values'],
  }),
  isOffered: (context) => tablesFor(context, 'update').length > 0,
  async run(context, { table, id, values }) {
    const { rows } = context.app.data;
    return { row: await rows.update(context.actor, tableOf(context, table, 'update').name, id, values) };
  },
};

/** @type {Tool} */
export const deleteRow = {
  name: 'delete_row',
  title: 'Delete a row',
  description:
    'Deletes a row, and what its table deletes with it. restore_rows takes that back within an hour, by the "deletion" ' +
    'in the result; null means that the table keeps no history and the row is gone.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  input: (context) => ({
    properties: { table: tableArgument(context, 'delete'), id: ROW_ID },
    required: ['table', 'id'],
  }),
  isOffered: (context) => tablesFor(context, 'delete').length > 0,
  async run(context, { table, id }) {
    const { rows } = context.app.data;
    const { deletion } = await rows.remove(context.actor, tableOf(context, table, 'delete').name, id);
    return { deleted: id, deletion };
  },
};

/** @type {Tool} */
export const restoreRows = {
  name: 'restore_rows',
  title: 'Restore deleted rows',
  description:
    'Takes back a deletion that you made within the last hour: the row, and everything that was deleted with it.',
  annotations: { readOnlyHint: false, destructiveHint: false },
  input: () => ({
    properties: { deletion: { type: 'string', description: 'From the result of delete_row' } },
    required: ['deletion'],
  }),
  isOffered: (context) => tablesFor(context, 'delete').length > 0,
  async run({ app, req }, { deletion }) {
    return restoredAnswer(req, await app.data.history.undo(req.ctx.author, deletion));
  },
};
