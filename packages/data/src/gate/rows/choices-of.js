import { AppError, phrase } from '@plinth/plugin';
import { readKey } from '../../catalog/schema/key.js';
import { queryInvalid, shown } from '../../postgres/errors/row-errors.js';
import { readableField } from '../../rules/rights/index.js';

/** @import { Actor, Catalog, Field, Filter, QuerySpec, Registry, Table } from '@plinth/plugin' */
/** @typedef {ReturnType<typeof import('./select.js').createSelect>} RunSelect */

const MOST_CHOICES = 100;

/**
 * @param {{ registry: Registry, catalog: () => Catalog, select: RunSelect, kept: (key: string, make: () => QuerySpec) => QuerySpec }} context
 */
export function createChoices({ registry, catalog, select, kept }) {
  /**
   * The rows that a relation or user field may point at, as far as the actor may read them.
   *
   * @param {Actor} actor @param {string} table @param {string} field
   * @param {{ search?: string, limit?: number, where?: Filter, keys?: readonly string[] }} [options] keys: only these rows, by
   *   input
   * @returns {Promise<{ value: string | number, label: string, picture?: string }[]>} of people with their picture
   */
  return async (actor, table, field, { search = '', limit = 20, where, keys } = {}) => {
    const { target, display } = choiceTarget(registry, catalog(), actor, catalog().table(table), field);
    const rows = Math.min(Math.max(Math.trunc(limit) || 1, 1), MOST_CHOICES);
    const picture = target.name === 'users' && readableField(actor, target, target.field('picture'));
    const make = () => choiceSpec(registry, target, { display, picture, limit: rows, where: keys ? AMONG : where });
    const shape = `choices ${target.name} ${display.name} ${rows} ${picture} ${Boolean(keys)}`;
    const spec = where && !keys ? make() : kept(shape, make);
    const params = { q: search, keys: keys?.flatMap((key) => keyOf(registry, target, key)) };
    const [result] = await select(actor, [{ spec, params }], { via: 'choice' });
    return result.rows.map(({ id, label, picture: face }) => ({
      value: id,
      label: String(label ?? id),
      ...(face && { picture: face }),
    }));
  };
}

/** @type {Filter} */
const AMONG = { field: 'id', op: 'in', value: { param: 'keys' } };

/** A key from input; one that can't be matches no row. @param {Registry} registry @param {Table} table @param {string} text */
function keyOf(registry, table, text) {
  try {
    return [readKey(registry, table, text)];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/**
 * @param {Registry} registry @param {Table} table
 * @param {{ display: Field, picture: boolean, limit: number, where?: Filter }} how @returns {QuerySpec}
 */
function choiceSpec(registry, table, { display, picture, limit, where }) {
  const sortable = registry.fieldType(display.type).sortable || display.name === 'id';
  return {
    table: table.name,
    select: [{ as: 'label', field: display.name }, ...(picture ? [{ as: 'picture', field: 'picture' }] : [])],
    search: { param: 'q' },
    sort: sortable ? [{ field: display.name }] : [],
    limit,
    ...(where && { where }),
  };
}

/** @param {Registry} registry @param {Catalog} catalog @param {Actor} actor @param {Table} table @param {string} name */
function choiceTarget(registry, catalog, actor, table, name) {
  const field = table.hasField(name) && readableField(actor, table, table.field(name)) ? table.field(name) : null;
  if (!field?.target || !catalog.hasTable(field.target)) {
    throw queryInvalid(
      phrase`"${shown(name)}" is not a field with choices`,
      'Only relation, user and many-to-many fields have choices',
    );
  }
  const target = catalog.table(field.target);
  const names = [field.attributes.label, target.display, 'id'];
  const usable = (/** @type {unknown} */ wanted) =>
    typeof wanted === 'string' &&
    target.hasField(wanted) &&
    readableField(actor, target, target.field(wanted)) &&
    registry.has('fieldType', target.field(wanted).type) &&
    registry.fieldType(target.field(wanted).type).storage === 'column';
  return { target, display: target.field(names.find(usable)) };
}
