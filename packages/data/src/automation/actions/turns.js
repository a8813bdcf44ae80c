/** @import { Catalog } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { AppError } from '@plinth/plugin';
import { withRole } from '../../people/accounts/with-role.js';
import { sql } from '../../postgres/sql/index.js';

/**
 * The next person in turn. One statement locks the turn until the transaction ends: simultaneous callers each get
 * another person, and a rolled-back transaction uses up no turn.
 *
 * @param {{ query: Database['query'] }} on @param {Catalog} catalog @param {string} turn @param {{ role: string }} among
 * @returns {Promise<string>} id of a user
 * @throws {AppError} ACTION_INCOMPLETE
 */
export async function nextInTurn(on, catalog, turn, { role }) {
  const people = await withRole(on, catalog, role);
  if (people.length === 0)
    throw new AppError('ACTION_INCOMPLETE', 'Nobody has the role whose turn it is', {
      status: 422,
      hint: 'Give somebody the role, or choose another one in the settings of the action',
    });
  const { rows } = await on.query(NEXT(turn, people));
  return rows[0].last;
}

/** If the last person has lost the role since, the one after them is next. @param {string} turn @param {readonly string[]} people in order of their ids */
const NEXT = (turn, people) => sql`
  insert into plinth.turns as t (name, last) values (${turn}, ${people[0]}::uuid)
  on conflict (name) do update
     set last = coalesce((select id from unnest(${[...people]}::uuid[]) id where id > t.last order by id limit 1),
                         ${people[0]}::uuid)
  returning last`;
