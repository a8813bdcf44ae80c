/** @import { Catalog, Field, Registry, Table } from '@plinth/plugin' */
/** @import { Tree, Type } from '@plinth/expressions' */
import { formulaResult, keyType, readExpression, typeName } from '@plinth/expressions';
import { AppError, phrase } from '@plinth/plugin';

/**
 * What expressions of a trigger may name: `row` and `old`, the row before the change, which is empty for a new row.
 *
 * @param {Pick<Catalog, 'table' | 'hasTable' | 'children'>} catalog @param {Table} table
 */
const scopeOf = (catalog, table) => ({
  catalog,
  table,
  variables: { old: { name: /** @type {const} */ ('row'), table: table.name } },
});

/** @param {Catalog} catalog @param {Table} table @param {string} source @returns {Tree} @throws {AppError} EXPRESSION_INVALID */
export const readBeforeCondition = (catalog, table, source) =>
  readExpression(source, { ...scopeOf(catalog, table), result: ['bool'] }).tree;

/**
 * The value for a field, as one of its type.
 *
 * @param {Catalog} catalog @param {Table} table @param {Field} field @param {string} source
 * @returns {Tree} @throws {AppError} EXPRESSION_INVALID
 */
export function readBeforeValue(catalog, table, field, source) {
  const scope = scopeOf(catalog, table);
  if (field.target) return readExpression(source, { ...scope, result: [keyType(field.target, catalog).name] }).tree;
  const { tree, type } = readExpression(source, scope);
  const fitting = formulaResult(tree, field, catalog);
  if (fitting) return fitting;
  throw new AppError(
    'EXPRESSION_INVALID',
    phrase`The expression results in ${typeName(type)}, which does not fit a field of type ${field.type}`,
    { status: 422 },
  );
}

/**
 * Whether a trigger can set a field: it has a column of its own, and nothing has to be done to its values that only a form
 * does, such as taking scripts out of rich text.
 *
 * @param {Registry} registry @param {Field} field
 */
export function isSettable(registry, field) {
  if (field.formula || field.auto !== null || !registry.has('fieldType', field.type)) return false;
  if (registry.fieldType(field.type).storage !== 'column') return false;
  return field.target ? field.target !== 'files' : !field.traits.cleans;
}
