/** @import { Actor, Field, Registry, Table } from '@plinth/plugin' */
/** @import { MappedColumn } from './mapping.js' */
import { phrase } from '@plinth/plugin';
import { readableField } from '../../rules/rights/index.js';
import { csvMappingInvalid } from './errors.js';

/**
 * Which rows the lines of a file belong to.
 *
 * @typedef {{ field: string, lines: 'add' | 'update' | 'both', clears?: boolean }} ByKey `field`: the id, or a unique field;
 *   `lines`: 'add' leaves rows that exist alone, 'update' adds none; `clears`: an empty cell empties the value
 */
const LINES = ['add', 'update', 'both'];

/**
 * The fields by which lines can be matched with rows: the id and unique fields with a value of their own.
 *
 * @param {Table} table @param {Registry} registry @param {Actor} actor @returns {Field[]}
 */
export const keyFields = (table, registry, actor) =>
  table.fields.filter(
    (field) =>
      (field.auto === 'id' || (field.unique && !field.auto && !field.target && isColumn(field, registry))) &&
      readableField(actor, table, field),
  );

/** @param {Field} field @param {Registry} registry */
const isColumn = (field, registry) =>
  registry.has('fieldType', field.type) && registry.fieldType(field.type).storage === 'column';

/**
 * @param {ByKey} byKey @param {{ table: Table, registry: Registry, actor: Actor, mapped: readonly MappedColumn[] }} context
 * @returns {Field} @throws {AppError} CSV_MAPPING_INVALID
 */
export function readKeyChoice({ field: name, lines }, { table, registry, actor, mapped }) {
  const offered = keyFields(table, registry, actor);
  const key = offered.find((field) => field.name === name);
  if (!key)
    throw csvMappingInvalid(
      phrase`Lines can't be matched by "${name}"`,
      phrase`Fields to match by: ${offered.map(({ label }) => label).join(', ')}`,
    );
  if (!LINES.includes(lines))
    throw csvMappingInvalid(
      phrase`There is no way to import called "${lines}"`,
      phrase`Choose one of ${LINES.join(', ')}`,
    );
  if (!mapped.some(({ field }) => field === key))
    throw csvMappingInvalid(
      phrase`No column is mapped to ${key.label}`,
      'Map the column by which lines are matched with rows',
    );
  return key;
}
