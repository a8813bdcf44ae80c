/** @import { Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../sql/index.js' */
/** @import { Reach } from '../reach.js' */
/** @import { Names } from './wall-sql.js' */
import { inlined } from '../../expressions/stored/inlined.js';
import { tableSql } from '../../catalog/physical.js';
import { ident, quoteLiteral, sql } from '../../sql/index.js';
import { SAFE, SCHEMA, functionName, rowRule } from './wall-sql.js';
import { WRITER } from './wall-roles.js';

/** @typedef {(operation: 'create' | 'update', alias: string) => Fragment} Ask what is asked of a row under an alias */

export const TRIGGER = 'plinth_wall_after';

/** Whether a rule looks at what a policy, asked while the row is written, does not see yet. @param {Reach} reach */
export const isAskedAfter = ({ pairs, children, siblings }) => pairs || children || siblings;

/**
 * Rules that look at pairs and rows which are written together with theirs are asked when the statement has ended, and
 * those over child rows when the transaction does.
 *
 * @param {Names} names @param {Table} table @param {Ask} ask
 * @returns {{ functions: { name: string, create: string }[], trigger: string | null }}
 */
export function afterWriting(names, table, ask) {
  const asked = reachesOf(names, table).filter(isAskedAfter);
  if (asked.length === 0) return { functions: [], trigger: null };
  const text = `#variable_conflict use_column
begin
  ${refuseUnless(table, 'INSERT', ask('create', 't'))}
  ${refuseUnless(table, 'UPDATE', ask('update', 't'))}
  return null;
end`;
  const name = functionName('a', table, text);
  const create = `create or replace function ${SCHEMA}.${name}() returns trigger language plpgsql ${SAFE} as ${quoteLiteral(text)}`;
  const when = asked.some(({ children }) => children) ? 'deferrable initially deferred ' : '';
  return {
    functions: [{ name, create }],
    trigger: `create constraint trigger ${TRIGGER} after insert or update on ${inlined(tableSql(table))} ${when}for each row when (current_user = ${quoteLiteral(WRITER)}) execute function ${SCHEMA}.${name}()`,
  };
}

/** @param {Table} table @param {'INSERT' | 'UPDATE'} operation @param {Fragment} condition on the row as `t`; one that is gone again has been judged when it went */
function refuseUnless(table, operation, condition) {
  const refused = sql`exists (select from ${tableSql(table)} ${ident('t')} where t.id = new.id and (${condition}) is not true)`;
  return `if tg_op = ${quoteLiteral(operation)} and ${inlined(refused)} then
    raise insufficient_privilege using message = ${quoteLiteral(`rules of ${table.name}`)};
  end if;`;
}

/** @param {Names} names @param {Table} table @returns {Reach[]} */
function reachesOf(names, table) {
  return Object.values(table.access).flatMap(({ create, update }) =>
    [create, update].flatMap((level) => {
      const rule = typeof level === 'object' ? rowRule(names, table, level.rule) : null;
      return rule ? [rule.reach] : [];
    }),
  );
}
