/** @import { Database } from '../../../postgres/database/database.js' */
/** @import { RunError } from '../claims.js' */
import { MAY_ACT } from '../../holding/held.js';
import { LADDERS } from '../../runs/retries.js';
import { sql } from '../../../postgres/sql/index.js';
import { storedJson } from '../../../postgres/sql/stored-json.js';

const KEEP_DAYS = 60;
/** Failures in a row before admins are told: one or two may be temporary. */
const ALERTS_FROM = 3;

/**
 * @typedef {{ lease: string, begun_at: string, uid_validity: string | null, last_uid: string | null, since: string | null,
 *   looked_at: string | null }} Mailbox
 */

/**
 * Claims a mailbox for this process, unless another one has it or it is not due.
 *
 * @param {Database} db @param {string} id of the trigger @param {{ account: string, seconds: number, now: boolean }} lease
 * @returns {Promise<Mailbox | null>}
 */
export async function takeMailbox(db, id, { account, seconds, now }) {
  await db.query(sql`
    insert into plinth.mailboxes as m (trigger_id, account) values (${id}::uuid, ${account})
    on conflict (trigger_id) do update
       set account = excluded.account, begun_at = now(), uid_validity = null, last_uid = null, since = null,
           next_at = now(), lease = null, leased_until = null, failures = 0, error = null,
           alerted_at = null
     where m.account <> excluded.account`);
  const { rows } = await db.query(sql`
    update plinth.mailboxes
       set lease = gen_random_uuid(), leased_until = now() + ${seconds}::int * interval '1 second',
           next_at = now() + interval '1 minute'
     where trigger_id = ${id}::uuid and (${now}::boolean or next_at <= now())
       and (leased_until is null or leased_until <= now()) and ${MAY_ACT}
    returning lease, begun_at, uid_validity::text, last_uid::text, since, looked_at`);
  return rows[0] ?? null;
}

/** Where reading begins: at the end of a new mailbox, or again if its server has numbered all mails anew. @param {string} id @param {Mailbox} mailbox @param {{ validity: string, last: number, since: Date | null }} at */
export const beginAt = (id, { lease }, { validity, last, since }) => sql`
  update plinth.mailboxes
     set uid_validity = ${validity}::bigint, last_uid = ${last}::bigint, since = ${since?.toISOString() ?? null}::timestamptz
   where trigger_id = ${id}::uuid and lease = ${lease}::uuid`;

/**
 * Stores that a mail was read and starts the trigger in one statement, unless a copy has started it.
 *
 * @param {string} id @param {Mailbox} mailbox @param {{ uid: number, digest: string, event: object }} mail
 */
export const startByMail = (id, { lease }, { uid, digest, event }) => sql`
  with mine as (
    update plinth.mailboxes set last_uid = ${uid}::bigint
     where trigger_id = ${id}::uuid and lease = ${lease}::uuid and last_uid < ${uid}::bigint
    returning trigger_id),
  fresh as (
    insert into plinth.mailbox_mails (trigger_id, digest) select trigger_id, ${digest} from mine
    on conflict do nothing
    returning trigger_id)
  select exists (select from mine) as mine,
         (select plinth.start_trigger(trigger_id, 'email', null, ${storedJson(event)}::jsonb, null, now()) from fresh) as run`;

/** @param {string} id @param {Mailbox} mailbox @param {{ uid: number, isFault: boolean }} mail isFault: not left out on purpose */
export const passMail = (id, { lease }, { uid, isFault }) => sql`
  update plinth.mailboxes
     set last_uid = ${uid}::bigint, skipped = skipped + ${isFault ? 1 : 0}::int,
         skipped_at = case when ${isFault}::boolean then now() else skipped_at end
   where trigger_id = ${id}::uuid and lease = ${lease}::uuid and last_uid < ${uid}::bigint
  returning true as mine`;

/**
 * Stores the result of a check. The answer says whether to tell admins: after repeated failures, once until a check succeeds.
 *
 * @param {string} id @param {Mailbox} mailbox @param {{ error: RunError | null, hasMore: boolean }} end
 */
export const leaveMailbox = (id, { lease }, { error, hasMore }) => sql`
  update plinth.mailboxes
     set lease = null, leased_until = null, looked_at = case when ${error === null}::boolean then now() else looked_at end,
         error = ${error && storedJson(error)}::jsonb,
         failures = case when ${error === null}::boolean then 0 else failures + 1 end,
         alerted_at = case when ${error === null}::boolean then null
                           when alerted_at is null and failures + 1 >= ${ALERTS_FROM} then statement_timestamp()
                           else alerted_at end,
         next_at = case when ${hasMore}::boolean then now()
                        when ${error === null}::boolean then next_at
                        else now() + (${[...LADDERS.mailboxes]}::int[])[least(failures + 1, ${LADDERS.mailboxes.length})] * interval '1 minute' end
   where trigger_id = ${id}::uuid and lease = ${lease}::uuid
  returning coalesce(alerted_at = statement_timestamp(), false) as is_alert`;

/** Another process takes over from one that ends; what failed before is not forgotten. @param {string} id @param {Mailbox} mailbox */
export const handOverMailbox = (id, { lease }) => sql`
  update plinth.mailboxes set lease = null, leased_until = null, next_at = now()
   where trigger_id = ${id}::uuid and lease = ${lease}::uuid`;

/** The connection works: the mailbox is read again at once. @param {string} id */
export const forgiveMailbox = (id) => sql`
  update plinth.mailboxes set failures = 0, error = null, alerted_at = null, next_at = now() where trigger_id = ${id}::uuid`;

/** @param {string | null} id */
export const mailboxState = (id) => sql`
  select looked_at as "lookedAt", next_at as "nextAt", error, failures, skipped, skipped_at as "skippedAt"
    from plinth.mailboxes where trigger_id = ${id}::uuid`;

/** @param {Database} db @param {readonly { id: string }[]} triggers all that mails start */
export async function sweepMailboxes(db, triggers) {
  const ids = triggers.map(({ id }) => id);
  await db.query(
    sql`delete from plinth.mailboxes where not trigger_id = any(${ids}::uuid[]) and begun_at < now() - interval '1 day'`,
  );
  await db.query(sql`delete from plinth.mailbox_mails where at < now() - ${KEEP_DAYS}::int * interval '1 day'`);
}
