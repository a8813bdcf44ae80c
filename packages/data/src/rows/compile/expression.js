import { readExpression } from '@plinth/expressions';
import { compileCondition, compileValue } from '../../expressions/compile-sql.js';
import { writtenSql } from '../../expressions/literals.js';
import { once } from '../../expressions/once.js';
import { USER_PARAM, asCondition, predicate, readableField } from '../../rights/index.js';
import { fixed, param, sql } from '../../sql/index.js';
import { visibleCatalog } from './visible-catalog.js';
import { HiddenField, fieldNotFound, filterInvalid } from '../../errors/row-errors.js';

/** @import { Expression, Type } from '@plinth/expressions' */
/** @import { Table } from '@plinth/plugin' */
/** @import { Place } from '../../expressions/compile-sql.js' */
/** @import { Fragment } from '../../sql/index.js' */
/** @import { Compilation } from './compilation.js' */
/** @import { Scope } from './scope.js' */

/**
 * An expression as a condition on rows under an alias. A field that the actor may not read is answered like one that
 * does not exist.
 *
 * @param {Compilation} c @param {{ table: Table, alias: string }} row @param {unknown} source
 */
export function expressionHolds(c, { table, alias }, source) {
  if (typeof source !== 'string') throw filterInvalid('An expression is a text');
  const catalog = c.leaveOut ? c.catalog : visibleCatalog(c);
  const { tree, names } = readExpression(source, { catalog, table: catalog.table(table.name), result: ['bool'] });
  const hidden = names.find((found) => !mayRead(c, found));
  if (hidden) throw c.leaveOut ? new HiddenField(hidden.table, hidden.name) : fieldNotFound(hidden.table, hidden.name);
  c.addExpression(source, tree);
  return sql`((${compileCondition(tree, withinLimit(c, placeOf(c, table, alias), source))}) is true)`;
}

/** Each question over related rows holds the rules of their table. @param {Compilation} c @param {Place} place @param {string} source */
function withinLimit(c, place, source) {
  const sight = /** @type {NonNullable<Place['sight']>} */ (place.sight);
  /** @type {typeof sight} */
  const counted = (...related) => {
    const rows = sight(...related);
    c.addRules(source, rows);
    return rows;
  };
  return Object.assign(place, { sight: counted });
}

/**
 * What an expression gives for each row of a scope, JSON-safe; empty where it reads what the actor may not.
 *
 * @param {Scope} scope @param {string} source
 */
export function expressionValue({ c, table, alias }, source) {
  const { tree, type, names } = readExpression(source, { catalog: c.catalog, table });
  if (!names.every((found) => mayRead(c, found))) return fixed('null');
  return jsonSafe(compileValue(tree, placeOf(c, table, alias)), type);
}

/**
 * What the names of an expression are in the statement of an actor: rows of other tables are those that he may read.
 *
 * @param {Compilation} c @param {Table} table @param {string} alias
 * @returns {Place}
 */
export function placeOf(c, table, alias) {
  const timeZone = c.catalog.settings.timeZone ?? 'UTC';
  return {
    ...{ catalog: c.catalog, registry: c.registry, timeZone },
    alias: () => c.alias('x'),
    rows: { row: { table, alias } },
    // A value is bound where it is asked for, so that only who asks for it depends on it.
    get user() {
      // Told by this name whose row it is where a statement writes for several people.
      return sql`${param(USER_PARAM)}::uuid`;
    },
    get roles() {
      return sql`${c.slot((run) => run.actor.roles)}::text[]`;
    },
    get now() {
      return sql`${c.slot((run) => run.now.toISOString())}::timestamptz`;
    },
    get today() {
      return sql`${c.slot((run) => run.today)}::date`;
    },
    sight: (other, name, via) => asCondition(predicate(c.actor, other, 'read', name, via)),
  };
}

/** @param {Compilation} c @param {Expression['names'][number]} name */
export function mayRead({ catalog, actor }, { table, name }) {
  const owner = catalog.table(table);
  return !owner.hasField(name) || readableField(actor, owner, owner.field(name));
}

/** @param {Fragment} value @param {Type} type */
function jsonSafe(value, type) {
  switch (type.name) {
    case 'int':
      return once(
        [sql`(${value})::numeric`],
        () => 'v',
        (n) => sql`case when abs(${n}) <= 9007199254740991 then to_jsonb(${n}) else to_jsonb((${n})::text) end`,
      );
    case 'decimal':
      return sql`trim_scale(${value})::text`;
    case 'duration':
      return sql`((${value}) / 1000000)::float8`;
    case 'date':
    case 'moment':
    case 'time':
      return writtenSql(value, type.name);
    default:
      return value;
  }
}
