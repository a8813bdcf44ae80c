/** @import { Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Reach } from '../reach.js' */
/** @import { Names } from './read-policy.js' */
import { inlined } from '../../expressions/stored/inlined.js';
import { tableSql } from '../../../postgres/sql/physical.js';
import { empty, ident, quoteLiteral, sql } from '../../../postgres/sql/index.js';
import { SAFE, SCHEMA, functionName, rowRule } from './read-policy.js';
import { WRITER } from './roles.js';

/** @typedef {(operation: 'create' | 'update', alias: string) => Fragment} Ask what is asked of a row under an alias */

const KINDS = /** @type {const} */ ({ create: 'insert', update: 'update' });

/** A table's triggers, by the kind of write that fires them. */
export const TRIGGERS = Object.values(KINDS).map((kind) => `plinth_wall_after_${kind}`);

/** Whether a rule uses rows that a policy can't see yet while the row is being written. @param {Reach} reach */
export const isAskedAfter = ({ pairs, children, siblings }) => pairs || children || siblings;

/**
 * Rules over pairs, or over rows written in the same statement, are checked at the end of the statement; rules over
 * child rows, at the end of the transaction.
 *
 * @param {Names} names @param {Table} table @param {Ask} ask
 * @returns {{ functions: { name: string, create: string }[], triggers: string[] }}
 */
export function afterWriting(names, table, ask) {
  const made = /** @type {const} */ (['create', 'update']).flatMap((operation) => {
    const asked = reachesOf(names, table, operation).filter(isAskedAfter);
    if (asked.length === 0) return [];
    const isLate = asked.some(({ children }) => children);
    return [afterEach(table, KINDS[operation], ask(operation, 't'), isLate)];
  });
  return {
    functions: made.map(({ name, create }) => ({ name, create })),
    triggers: made.map(({ trigger }) => trigger),
  };
}

/**
 * @param {Table} table @param {'insert' | 'update'} kind @param {Fragment} condition on the row as `t`
 * @param {boolean} isLate at the end of the transaction: a row that is written again or deleted by then was checked
 * before that
 */
function afterEach(table, kind, condition, isLate) {
  const version = table.fields.find(({ auto }) => auto === 'updated_at');
  const same =
    isLate && version ? sql` and ${ident('t', version.name)} is not distinct from new.${ident(version.name)}` : empty;
  const refused = sql`exists (select from ${tableSql(table)} t where t.id = new.id${same} and (${condition}) is not true)`;
  const text = `#variable_conflict use_column
begin
  if ${inlined(refused)} then
    raise insufficient_privilege using message = ${quoteLiteral(`rules of ${table.name}`)};
  end if;
  return null;
end`;
  const name = functionName('a', table, text);
  const late = isLate ? 'deferrable initially deferred ' : '';
  return {
    name,
    create: `create or replace function ${SCHEMA}.${name}() returns trigger language plpgsql ${SAFE} as ${quoteLiteral(text)}`,
    trigger: `create constraint trigger plinth_wall_after_${kind} after ${kind} on ${inlined(tableSql(table))} ${late}for each row when (current_user = ${quoteLiteral(WRITER)}) execute function ${SCHEMA}.${name}()`,
  };
}

/** @param {Names} names @param {Table} table @param {'create' | 'update'} operation @returns {Reach[]} */
function reachesOf(names, table, operation) {
  return Object.values(table.access).flatMap(({ [operation]: level }) => {
    const rule = typeof level === 'object' ? rowRule(names, table, level.rule) : null;
    return rule ? [rule.reach] : [];
  });
}
