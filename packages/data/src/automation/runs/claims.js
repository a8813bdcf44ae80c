/** @import { Fragment } from '../../postgres/sql/index.js' */
/** @import { Turn } from './run-some.js' */
import { sql } from '../../postgres/sql/index.js';
import { MAY_ACT } from '../holding/held.js';
import { STARTER } from './rounds.js';

/**
 * A queue: rows of a table that are due at a time.
 *
 * @typedef {{ table: Fragment, columns: Fragment, isDue: Fragment }} Queue
 *   isDue: beside that its time has come
 */

/**
 * What is due of a queue, locked until the transaction ends: a process that dies gives it back at once, and nobody else goes on
 * with it meanwhile.
 *
 * @param {Queue} queue @param {Fragment} which @param {Turn} turn @param {number} most
 */
export const claimDue = ({ table, columns, isDue }, which, { whose, order }, most) => sql`
  select ${STARTER} as starter, ${columns}
    from ${table}
   where ${isDue} and due_at <= now() and ${MAY_ACT} and ${which} and ${whose}
   order by ${order}, id
   limit ${most}::int
     for update skip locked`;

/** When the next one will be due, if that is soon, in ms. In the transaction of a claim, whose `now` both share. @param {Queue} queue */
export const nextDue = ({ table, isDue }) => sql`
  select extract(epoch from min(due_at) - clock_timestamp()) * 1000 as ms
    from ${table}
   where ${isDue} and due_at > now() and due_at <= now() + interval '35 seconds'`;
