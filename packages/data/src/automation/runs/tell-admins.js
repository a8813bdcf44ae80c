/** @import { Catalog } from '@plinth/plugin' */
/** @import { Notify } from '../types.d.ts' */
/** @import { Within } from '../../gate/rows/within.js' */
import { ADMIN } from '@plinth/plugin';
import { k, sql } from '../../postgres/sql/index.js';
import { SYSTEM } from '../../rules/reach/run-actor.js';

const MOST_ADMINS = 50;

/**
 * Tells admins about a failure of something automatic.
 *
 * @param {{ catalog: () => Catalog, notify: Notify }} context
 */
export function createTellAdmins({ catalog, notify }) {
  /**
   * After the first failure since a success, and then once a day.
   *
   * @param {Within} gate the transaction in which a run is given up
   * @param {{ kind: string, of: { id: string, label: string }, error: { message: string }, about: string }} failure
   */
  async function tellOfFailure(gate, { kind, of, error, about }) {
    const { rows } = await gate.tx.query(countFailure(of.id));
    if (!rows[0].is_alert) return;
    await all(gate, { kind, text: `${of.label}: ${error.message}`, about });
  }

  /** Every admin. @param {Within} gate @param {{ kind: string, text: string, about: string }} message */
  async function all({ tx, select }, message) {
    const admin = catalog().roles.find(({ name }) => name === ADMIN)?.id ?? null;
    const { rows } = await tx.query(
      k('plinth.users as u')
        .select('u.id')
        .whereNull('u.disabled_at')
        .whereRaw('?::uuid = any(plinth.roles_of(u.id))', [admin])
        .limit(MOST_ADMINS),
    );
    for (const { id } of rows) await notify(SYSTEM, { user: id, ...message }, { query: tx.query, select });
  }

  return { tellOfFailure, all };
}

/**
 * Counts a failure. The answer says whether admins are to be told: of the first failure after a success, and then once a
 * day.
 *
 * @param {string} id of the trigger or workflow
 */
const countFailure = (id) => sql`
  insert into plinth.trigger_states as s (trigger_id, failures, alerted_at) values (${id}::uuid, 1, statement_timestamp())
  on conflict (trigger_id) do update
     set failures = s.failures + 1,
         alerted_at = case when s.failures = 0 or s.alerted_at is null or s.alerted_at < now() - interval '1 day'
                           then statement_timestamp() else s.alerted_at end
  returning alerted_at = statement_timestamp() as is_alert`;
