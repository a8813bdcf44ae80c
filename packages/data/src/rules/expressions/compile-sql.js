/** @import { Each, Expression, Tree, Type } from '@plinth/expressions' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
/** @import { Variable, Names } from './visible-rows.js' */
import { profileWith } from '@plinth/expressions';
import { limitJoins } from './limit-joins.js';
import { decimalSql, literalSql, sqlTypeName } from './literals.js';
import { once } from './once.js';
import { entriesOf, existsAt, relatedAt, valueAt } from './visible-rows.js';
import { quotient, sqlFunctions } from './sql-functions.js';
import { tableSql } from '../../postgres/sql/physical.js';
import { fixed, ident, join, sql, tableNamed } from '../../postgres/sql/index.js';

/**
 * What an expression's names refer to in the statement it becomes part of. `user` is the id (null for visitors) as a
 * fragment; `roles` is a fragment too, or the roles themselves if everybody who shares the statement has the same;
 * `now` is an instant, `today` a date. `groups`: of the groups that the expression mentions, those that everybody who
 * shares the statement is in.
 *
 * @typedef {Names & { rows: Readonly<Record<string, Variable>>, user: Fragment, roles: Fragment | readonly string[],
 *   now: Fragment,
 *   today: Fragment, timeZone: string, groups?: readonly string[], strict?: boolean }} SqlContext
 */

/**
 * The value of an expression, equal to the evaluator's result for the same row.
 *
 * @param {Tree} tree @param {SqlContext} context
 * @returns {Fragment}
 */
export function compileValue(tree, context) {
  switch (tree.op) {
    case 'value':
      return literalSql(tree.value, tree.type);
    case 'path':
      return valueAt(context.rows[tree.of], tree.path, tree.type, context);
    case 'inside':
      return inside(tree, context);
    case 'user':
      return ofUser(tree, context);
    case 'now':
      return context.now;
    case 'today':
      return context.today;
    case 'if': {
      const [condition, yes, no] = tree.args;
      return sql`case when ${compileCondition(condition, context)} then ${compileValue(yes, context)} else ${compileValue(no, context)} end`;
    }
    case 'call':
      return sqlFunctions[tree.name](
        tree.args.map((arg) => compileValue(arg, context)),
        context,
      );
    case 'list':
      if (tree.args.length === 0) return fixed(`'{}'::${sqlTypeName(tree.type)}`);
      return sql`array[${join(tree.args.map((arg) => compileValue(arg, context)))}]`;
    case 'each':
      return ['exists', 'all'].includes(tree.kind) ? certain(tree, context) : gathered(tree, context);
    default:
      return certain(tree, context);
  }
}

/** Conditions have two values: SQL's unknown is false here. @param {Tree} tree @param {SqlContext} context */
const certain = (tree, context) => sql`((${compileCondition(tree, context)}) is true)`;

/**
 * An expression as a condition: everything but true counts as false, so `null` may be returned for false. Written so
 * that indexes can be used.
 *
 * @param {Tree} tree @param {SqlContext} context
 * @returns {Fragment}
 */
export function compileCondition(tree, context) {
  switch (tree.op) {
    case 'and':
      return limitJoins(conjunctsOf(tree).map((part) => compileCondition(part, context))).reduce(both);
    case 'or':
      return either(compileCondition(tree.args[0], context), compileCondition(tree.args[1], context));
    case 'not':
      return opposite(compileCondition(tree.args[0], context));
    case 'empty':
      return isEmpty(tree.args[0], context);
    case 'equal':
      return comparison(tree, context, (a, b) => sql`${alike(a, tree.args[0])} = ${alike(b, tree.args[1])}`);
    case 'less':
      return comparison(tree, context, (a, b) => sql`${ordered(a, tree.args[0])} < ${ordered(b, tree.args[1])}`);
    case 'atMost':
      return comparison(tree, context, (a, b) => sql`${ordered(a, tree.args[0])} <= ${ordered(b, tree.args[1])}`);
    case 'in':
      return within(tree, context);
    case 'each':
      return question(tree, context);
    default:
      return compileValue(tree, context);
  }
}

/* What is known at compile time is not evaluated for every row, and does not keep PostgreSQL from using an index. */
const TRUE = fixed('true');
const FALSE = fixed('false');

/** @param {Fragment} a @param {Fragment} b */
function both(a, b) {
  if (a === FALSE || b === FALSE) return FALSE;
  if (a === TRUE || b === TRUE) return a === TRUE ? b : a;
  return sql`(${a} and ${b})`;
}

/** @param {Tree} tree @returns {Tree[]} */
const conjunctsOf = (tree) => (tree.op === 'and' ? tree.args.flatMap(conjunctsOf) : [tree]);

/** @param {Fragment} a @param {Fragment} b */
function either(a, b) {
  if (a === TRUE || b === TRUE) return TRUE;
  if (a === FALSE || b === FALSE) return a === FALSE ? b : a;
  return sql`(${a} or ${b})`;
}

/** @param {Fragment} a */
function opposite(a) {
  if (a === TRUE || a === FALSE) return a === TRUE ? FALSE : TRUE;
  return sql`((${a}) is not true)`;
}

/** Lists of whole numbers may be bigint or numeric. @param {Fragment} value @param {Tree} tree */
function alike(value, tree) {
  return tree.type.name === 'list' ? sql`(${value})::${fixed(sqlTypeName(tree.type))}` : value;
}

/** Texts are compared by code point, whatever the site's sort order. @param {Fragment} value @param {Tree} tree */
function ordered(value, tree) {
  return tree.type.name === 'text' ? sql`(${value}) collate "C"` : value;
}

/**
 * @param {Tree & { args: [Tree, Tree] }} tree @param {SqlContext} context @param {(a: Fragment, b: Fragment) => Fragment} sign
 * @returns {Fragment}
 */
function comparison({ args: [a, b] }, context, sign) {
  for (const [far, near, apply] of /** @type {const} */ ([
    [a, b, sign],
    [b, a, (/** @type {Fragment} */ x, /** @type {Fragment} */ y) => sign(y, x)],
  ])) {
    if (far.op !== 'path' || far.path.length < 2) continue;
    return existsAt(context.rows[far.of], far.path, context, (last) =>
      apply(valueAt(last, far.path.slice(-1), far.type, context), compileValue(near, context)),
    );
  }
  return sign(compileValue(a, context), compileValue(b, context));
}

/** @param {Tree} tree @param {SqlContext} context */
function isEmpty(tree, context) {
  const value = compileValue(tree, context);
  // JSON has a null of its own.
  return tree.type.name === 'json' ? sql`(coalesce(jsonb_typeof(${value}), 'null') = 'null')` : sql`(${value} is null)`;
}

/** @param {Extract<Tree, { op: 'in' }> | any} tree @param {SqlContext} context @returns {Fragment} */
function within({ args: [value, list] }, context) {
  if (list.op === 'list' && list.args.length === 0) return FALSE;
  if (list.op === 'user' && list.name === 'roles' && value.op === 'value' && isKnown(context.roles)) {
    return context.roles.includes(String(value.value)) ? TRUE : FALSE;
  }
  if (list.op === 'user' && list.name === 'groups' && value.op === 'value' && context.groups) {
    return context.groups.includes(String(value.value)) ? TRUE : FALSE;
  }
  const entries = compileValue(list, context);
  // A list from a relation is a select, which any() would take for rows.
  const whole = list.op === 'path' ? sql`(${entries})::${fixed(sqlTypeName(list.type))}` : entries;
  return sql`${compileValue(value, context)} = any (${whole})`;
}

/** @param {SqlContext['roles']} roles @returns {roles is readonly string[]} */
const isKnown = (roles) => Array.isArray(roles);

/** @param {Extract<Tree, { op: 'user' }>} tree @param {SqlContext} context */
function ofUser({ name, type }, context) {
  if (name === 'id') return context.user;
  if (name === 'roles') return isKnown(context.roles) ? sql`${context.roles}::text[]` : context.roles;
  // Asked in the database, because not everybody who shares a statement is in the same groups.
  if (name === 'groups') return groupsOf(context.user);
  if (name === 'signedIn') return sql`(${context.user} is not null)`;
  const profile = profileWith(name, context.catalog);
  if (profile) return ofProfile(profile, name, type, context);
  const row = { table: context.catalog.table('users'), alias: context.alias() };
  return sql`(select ${valueAt(row, [name], type, context)} from ${tableSql(row.table)} ${ident(row.alias)}
    where ${ident(row.alias, 'id')} = ${context.user})`;
}

/** @param {Fragment} user */
const groupsOf = (user) => sql`array(select g.name
    from ${tableNamed('plinth', 'group_members')} m join ${tableNamed('plinth', 'groups')} g on g.id = m.group_id
    where m.user_id = ${user} order by g.name)`;

/**
 * A profile field of the user, if the user may read their own profile and the statement is limited to visible rows.
 *
 * @param {NonNullable<ReturnType<typeof profileWith>>} profile @param {string} name @param {Type} type @param
 *   {SqlContext} context
 */
function ofProfile({ table, field }, name, type, context) {
  const row = { table, alias: context.alias() };
  const seen = context.visible ? sql` and ${context.visible(table, row.alias, 'direct')}` : sql``;
  return sql`(select ${valueAt(row, [name], type, context)} from ${tableSql(table)} ${ident(row.alias)}
    where ${ident(row.alias, field.name)} = ${context.user}${seen})`;
}

/**
 * A value inside JSON, if it has the right type.
 *
 * @param {Extract<Tree, { op: 'inside' }>} tree @param {SqlContext} context
 */
function inside({ json, keys, type }, context) {
  const found = keys.reduce((value, key) => sql`(${value} -> ${key}::text)`, compileValue(json, context));
  if (type.name === 'json') return found;
  if (type.name === 'decimal') return decimalSql(found, context.alias);
  return once([found], context.alias, (value) =>
    type.name === 'text'
      ? sql`case when jsonb_typeof(${value}) = 'string' then ${value} #>> '{}' end`
      : sql`case when jsonb_typeof(${value}) = 'boolean' then (${value})::boolean end`,
  );
}

/** @param {Each} tree @param {SqlContext} context */
function open({ over, as }, context) {
  const { from, tie, entry } =
    over.op === 'path' && over.type.name === 'rows'
      ? relatedAt(context.rows[over.of], over.path, context)
      : entriesOf(compileValue(over, context), context);
  // Inherited instead of copied, because a context may bind its values lazily.
  return { from, tie, inner: Object.assign(Object.create(context), { rows: { ...context.rows, [as]: entry } }) };
}

/** Whether there are such entries. @param {Each} tree @param {SqlContext} context */
function question(tree, context) {
  if (!['exists', 'all'].includes(tree.kind)) return gathered(tree, context);
  const { from, tie, inner } = open(tree, context);
  if (!tree.where) return sql`exists (select from ${from} where ${tie})`;
  const condition = compileCondition(tree.where, inner);
  if (tree.kind === 'exists') return sql`exists (select from ${from} where ${tie} and ${condition})`;
  return sql`not exists (select from ${from} where ${tie} and (${condition}) is not true)`;
}

/** The number of entries, or an aggregate of their values. @param {Each} tree @param {SqlContext} context */
function gathered(tree, context) {
  const { from, tie, inner } = open(tree, context);
  const where = tree.where ? sql`${tie} and ${compileCondition(tree.where, inner)}` : tie;
  if (tree.kind === 'count') return sql`(select count(*) from ${from} where ${where})`;
  const value = compileValue(/** @type {Tree} */ (tree.value), inner);
  return sql`(select ${gather[/** @type {keyof typeof gather} */ (tree.kind)](value, tree.type)} from ${from} where ${where})`;
}

/** @type {Record<'sum' | 'average' | 'min' | 'max', (value: Fragment, type: Type) => Fragment>} */
const gather = {
  sum: (value) => sql`coalesce(sum(${value}), 0)`,
  average: (value) => quotient(sql`sum(${value})`, sql`nullif(count(${value}), 0)`),
  min: (value, type) => (type.name === 'text' ? textEnd('min', value) : sql`min(${value})`),
  max: (value, type) => (type.name === 'text' ? textEnd('max', value) : sql`max(${value})`),
};

/** @param {'min' | 'max'} kind @param {Fragment} value */
function textEnd(kind, value) {
  const first = kind === 'min' ? sql`min((${value}) collate "C")` : sql`max((${value}) collate "C")`;
  return sql`(${first}) collate plinth.text_order`;
}

/** SQL type of an expression's value. @param {Expression['type']} type */
export const sqlTypeOf = sqlTypeName;
