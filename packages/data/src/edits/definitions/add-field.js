/** @import { Edit } from '../types.d.ts' */
/** @import { Table, Values } from '@plinth/plugin' */
/** @import { Draft } from './base/draft.js' */
import { phrase } from '@plinth/plugin';
import { findTable } from './base/find.js';
import { autoField, isStamp, checkField, checkValue, fieldContext } from './base/fields.js';
import { free } from './base/names.js';
import { moveTo } from './base/positions.js';
import { ANY, POSITION, existing, part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'add-field',
  about: 'Adds a field to a table; `fill` is the value for rows that are already there',
  takes: takes({ table: existing('table'), field: part('field') }, { at: POSITION, fill: ANY }),
  summary: (input, catalog) =>
    phrase`Add field "${input.field?.label || input.field?.name || input.field?.auto}" to "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    const table = findTable(draft.catalog, input.table);
    const { name, body } = isStamp(input.field)
      ? auto(input.field, table)
      : checkField(input.field, fieldContext(draft, table.id));
    const id = draft.add('field', name, body, { parent: table.id });
    if (input.at !== undefined && input.at !== null) moveTo(draft, table.id, id, input.at);
    if (!body.auto || body.function) takeUp(draft, table, name, id, input.fill);
  },
};

/** @param {Values} input @param {Table} table */
function auto(input, table) {
  return { name: free('field', input.auto, table.fields), body: autoField(input.auto) };
}

/** @param {Draft} draft @param {Table} table @param {string} name @param {string} id @param {unknown} fill */
function takeUp(draft, table, name, id, fill) {
  const field = findTable(draft.catalog, table.id).field(name);
  const type = draft.registry.fieldType(field.type);
  if (fill !== undefined && fill !== null && fill !== '') draft.fill(id, checkValue('fill', fill, type, field));
  // Rows are labelled by their key only until there is something better.
  if (table.display === 'id' && type.group === 'text') draft.merge(table.id, { display: name });
}
