/** @import { Table } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Step, Watch } from './watches.js' */
import { columnSql, joinTable, tableSql } from '../../../postgres/sql/physical.js';
import { ident, join, sql } from '../../../postgres/sql/index.js';
import { keyOf } from './watches.js';

/**
 * The rows at the end of some steps: `tie` connects the first of `from` to the row that they start at.
 *
 * @typedef {{ from: Fragment, tie: Fragment, end: string, to: Table }} Chain
 */

/**
 * @param {readonly Step[]} steps one or more @param {string} start alias of the row that they start at
 * @returns {Chain}
 */
export function chainOf(steps, start) {
  /** @type {Fragment[]} */
  const tables = [];
  /** @type {Fragment[]} */
  const ties = [];
  let before = start;
  for (const [i, { kind, from, field, to }] of steps.entries()) {
    const here = `s${i}`;
    tables.push(sql`${tableSql(to)} ${ident(here)}`);
    if (kind === 'one') ties.push(sql`${ident(here, 'id')} = ${columnSql(from, field, before)}`);
    if (kind === 'child') ties.push(sql`${columnSql(to, field, here)} = ${ident(before, 'id')}`);
    if (kind === 'many') {
      const link = `l${i}`;
      tables.push(sql`${joinTable(from, field).name} ${ident(link)}`);
      ties.push(
        sql`${ident(link, 'source')} = ${ident(before, 'id')} and ${ident(here, 'id')} = ${ident(link, 'target')}`,
      );
    }
    before = here;
  }
  return { from: join(tables, ' cross join '), tie: join(ties, ' and '), end: before, to: steps[steps.length - 1].to };
}

/**
 * Which rows are locked while a value is calculated. Rows reached by relations are locked for share. A row that owns a
 * list is locked as by those who change the list, since two who both add to it could not both wait for the other's
 * share lock.
 *
 * @param {readonly Watch[]} watches
 */
export function locksOf(watches) {
  const related = watches.filter(({ steps }) => steps.length > 0);
  const owners = new Set(
    related.filter(({ steps }) => steps.at(-1)?.kind !== 'one').map(({ steps }) => keyOf(steps.slice(0, -1))),
  );
  return related
    .filter(({ steps }) => steps.at(-1)?.kind !== 'child')
    .map(({ steps }) => ({ steps, strength: owners.has(keyOf(steps)) ? 'no key update' : 'share' }));
}
