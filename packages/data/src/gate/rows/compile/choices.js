import { phrase } from '@plinth/plugin';
import { asCondition } from '../../../rules/rights/index.js';
import { sql } from '../../../postgres/sql/index.js';
import { queryInvalid, shown } from '../../../postgres/errors/row-errors.js';
import { compileFilter } from './filter.js';
import { fieldSql } from './formula.js';
import { displayOf } from './label.js';
import { paramOf } from './literal.js';
import { createScope, readable } from './scope.js';
import { sorted } from './sorted.js';
import { jsonValue, readValue, sqlTypeOf } from './values.js';
import { LIMITS } from '../../../catalog/limits/limits.js';

/** @import { Filter, Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from './compilation.js' */

const USUAL = 100;

/**
 * The rows that a relation or user field may refer to and that the actor may read: [{ value, label }] by label;
 * of people also their `picture`, on request.
 *
 * @param {Compilation} c @param {Table | null} table null: `choices` names the table too, as table.field
 * @param {{ choices: string, where?: Filter, limit?: number, include?: { param: string }, former?: boolean, pictures?: boolean }} select
 *   include: a key, or a list of keys, returned even if the limit would leave them out
 * @returns {Fragment}
 */
export function compileChoices(c, table, { choices, where, limit = USUAL, include, former, pictures }) {
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMITS.listedChoices) {
    throw queryInvalid(phrase`A list of choices can have 1 to ${LIMITS.listedChoices} entries`);
  }
  if (c.leaveOut && isHidden(c, table, choices)) return sql`'[]'::jsonb`;
  if (isOrphan(c, table, choices)) return sql`'[]'::jsonb`;
  const { scope, field } = choiceScope(c, table, choices, former);
  const display = displayOf(scope, scope.table, scope.alias, field.attributes.label);
  if (!display) throw queryInvalid(phrase`"${shown(choices)}" does not point to rows with a label`);
  const label = sql`coalesce(${readValue(c.registry, display.field, display.column)}::text, ${scope.id}::text)`;
  const condition = where === undefined ? sql`true` : compileFilter(scope, where);
  const picture = pictures ? pictureOf(scope) : null;
  const allowed = sql`select ${jsonValue(c, scope.table.field('id'), scope.id)} as value, ${label} as label${picture ? sql`, ${picture} as picture` : sql``}
    from ${scope.from()} where ${asCondition(scope.rights)} and (${condition})`;
  const first = sql`(${allowed} order by ${sorted(c, display.column, sqlTypeOf(c, display.field))}, ${scope.id} limit ${limit}::int)`;
  // Two lists instead of one order, so that the first keeps its index.
  const rows = include
    ? sql`${first} union (${allowed} and ${scope.id} = any (${keysSlot(c, scope.table, include.param)}))`
    : first;
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('value', o.value, 'label', o.label${picture ? sql`, 'picture', o.picture` : sql``})
      order by ${sorted(c, sql`o.label`)}, o.value), '[]'::jsonb) from (${rows}) o)`;
}

/** The column of people's pictures. @param {import('./scope.js').Scope} scope */
function pictureOf({ c, table, alias }) {
  const field = table.name === 'users' ? readable(c, table, 'picture') : null;
  return field && fieldSql(c, table, field, alias);
}

const KEYS = { identity: /^\d{1,15}$/, uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i };

/** Keys from input; an invalid key matches nothing. @param {Compilation} c @param {Table} table @param {string} param */
function keysSlot(c, table, param) {
  const keys = c.slot((run) => {
    const texts = [paramOf(run, param) ?? []].flat().map(String);
    return texts.filter((text) => KEYS[table.key].test(text)).slice(0, LIMITS.listedChoices);
  });
  return table.key === 'identity' ? sql`${keys}::text[]::bigint[]` : sql`${keys}::text[]::uuid[]`;
}

/** @param {Compilation} c @param {Table | null} table @param {string} choices table.field, or a field of this table */
function choiceField(c, table, choices) {
  const [first, second] = String(choices).split('.');
  const named = second !== undefined && c.catalog.hasTable(first) ? c.catalog.table(first) : null;
  const from = named ?? table;
  return from && readable(c, from, named ? second : String(choices));
}

/** @param {Compilation} c @param {Table | null} table @param {string} choices */
function isHidden(c, table, choices) {
  const [first, second] = String(choices).split('.');
  const named = second !== undefined && c.catalog.hasTable(first) ? c.catalog.table(first) : null;
  return Boolean((named ?? table)?.hasField(named ? second : String(choices))) && !choiceField(c, table, choices);
}

/**
 * Whether a field refers to a table that has been removed, so that there is nothing to choose.
 *
 * @param {Compilation} c @param {Table | null} table @param {string} choices
 */
function isOrphan(c, table, choices) {
  const field = choiceField(c, table, choices);
  return Boolean(field?.target && !c.targetOf(field));
}

/**
 * The table that a field offers choices from.
 *
 * @param {Compilation} c @param {Table | null} table @param {string} choices
 * @param {boolean} [former] include people who can no longer log in, so that their rows can still be searched for
 */
export function choiceScope(c, table, choices, former) {
  const field = choiceField(c, table, choices);
  const target = field && c.targetOf(field);
  if (!target)
    throw queryInvalid(
      phrase`"${shown(choices)}" is not a field with choices`,
      'Only relation, user and many-to-many fields have choices',
    );
  return { field, scope: createScope(c, target, { via: 'choice', former }) };
}
