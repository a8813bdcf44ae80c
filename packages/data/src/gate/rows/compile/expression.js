import { readExpression } from '@plinth/expressions';
import { AppError } from '@plinth/plugin';
import { compileCondition, compileValue } from '../../../rules/expressions/compile-sql.js';
import { writtenSql } from '../../../rules/expressions/literals.js';
import { once } from '../../../rules/expressions/once.js';
import { USER_PARAM, asCondition, isUnlimited, predicate, readableField } from '../../../rules/rights/index.js';
import { fixed, param, sql } from '../../../postgres/sql/index.js';
import { visibleCatalog } from './visible-catalog.js';
import { HiddenField, filterInvalid } from '../../../postgres/errors/row-errors.js';

/** @import { Expression, Type } from '@plinth/expressions' */
/** @import { Table } from '@plinth/plugin' */
/** @import { SqlContext } from '../../../rules/expressions/compile-sql.js' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from './compilation.js' */
/** @import { Scope } from './scope.js' */

/**
 * An expression as a condition on rows under an alias. A field that the actor may not read is treated like one that
 * does not exist.
 *
 * @param {Compilation} c @param {{ table: Table, alias: string }} row @param {unknown} source
 */
export function expressionHolds(c, { table, alias }, source) {
  if (typeof source !== 'string') throw filterInvalid('An expression must be text');
  const tree = c.leaveOut ? builtCondition(c, table, source) : ownCondition(c, table, source);
  c.addExpression(source, tree);
  return sql`((${compileCondition(tree, withinLimit(c, contextOf(c, table, alias), source))}) is true)`;
}

/**
 * Each query over related rows includes the rules of their table.
 *
 * @param {Compilation} c @param {SqlContext} context @param {string} source
 */
function withinLimit(c, context, source) {
  const visible = /** @type {NonNullable<SqlContext['visible']>} */ (context.visible);
  /** @type {typeof visible} */
  const counted = (...related) => {
    const rows = visible(...related);
    c.addRules(source, rows);
    return rows;
  };
  return Object.assign(context, { visible: counted });
}

/**
 * A condition that the actor wrote: fields hidden from them don't exist.
 *
 * @param {Compilation} c @param {Table} table @param {string} source
 */
function ownCondition(c, table, source) {
  const catalog = visibleCatalog(c);
  const scope = { catalog, whole: c.catalog, table: catalog.table(table.name) };
  return readExpression(source, { ...scope, result: ['bool'] }).tree;
}

/**
 * A condition that a builder wrote, who may use all fields.
 *
 * @param {Compilation} c @param {Table} table @param {string} source
 */
function builtCondition(c, table, source) {
  const { tree, names } = readBuilt(c, () => readExpression(source, { catalog: c.catalog, table, result: ['bool'] }));
  const hidden = names.find((found) => !mayRead(c, found));
  if (hidden) throw new HiddenField(hidden.table, hidden.name);
  return tree;
}

/**
 * Errors in a builder's expression are only shown to builders, because names and hints are not for every reader.
 *
 * @template T @param {Compilation} c @param {() => T} read @returns {T}
 */
function readBuilt(c, read) {
  try {
    return read();
  } catch (error) {
    if (isUnlimited(c.actor) || !(error instanceof AppError)) throw error;
    throw filterInvalid('A condition of this view can no longer be used', 'Ask an admin: they can see the cause');
  }
}

/**
 * The value of an expression for each row of a scope, JSON-safe; empty if it uses something that the actor may not
 * read.
 *
 * @param {Scope} scope @param {string} source
 * @param {boolean} [strict] a value that it can't convert is an error, instead of an empty value
 */
export function expressionValue({ c, table, alias }, source, strict = false) {
  const { tree, type, names } = readBuilt(c, () => readExpression(source, { catalog: c.catalog, table }));
  if (!names.every((found) => mayRead(c, found))) return fixed('null');
  return jsonSafe(compileValue(tree, Object.assign(contextOf(c, table, alias), { strict })), type);
}

/**
 * The context of an expression in an actor's statement: of other tables, only rows that the actor may read.
 *
 * @param {Compilation} c @param {Table} table @param {string} alias
 * @returns {SqlContext}
 */
export function contextOf(c, table, alias) {
  const timeZone = c.catalog.settings.timeZone ?? 'UTC';
  return {
    catalog: c.catalog,
    registry: c.registry,
    timeZone,
    alias: () => c.alias('x'),
    rows: { row: { table, alias } },
    // A value is bound when it is used, so that only statements that use it depend on it.
    get user() {
      // Statements that write for several people recognize the row's user by this name.
      return sql`${param(USER_PARAM)}::uuid`;
    },
    get roles() {
      return sql`${c.slot((run) => run.actor.roles)}::text[]`;
    },
    get now() {
      return sql`${c.slot((run) => run.now.toISOString())}::timestamptz`;
    },
    get today() {
      return sql`${c.slot((run) => run.siteToday)}::date`;
    },
    visible: (other, name, via) => asCondition(predicate(c.actor, other, 'read', name, via)),
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
