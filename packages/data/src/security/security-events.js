/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
/** @import { Fragment } from '../sql/index.js' */
import { phrase } from '@plinth/plugin';
import { isUnlimited } from '../rights/index.js';
import { forbidden } from '../errors/row-errors.js';
import { empty, join, sql } from '../sql/index.js';
import { EVENT_GROUPS, EVENT_KINDS } from './event-kinds.js';

const PAGE = 50;
const MOST_PEOPLE = 100;

/**
 * @typedef {object} SecurityEvent
 * @property {string} id grows with time
 * @property {string} at
 * @property {string} kind one of EVENT_KINDS
 * @property {string | null} userId null: a visitor, or the command line
 * @property {string} userName as it was then
 * @property {string | null} aboutId a user whom it is about
 * @property {string} aboutName
 * @property {string} what a table, roles, a plugin ...
 * @property {string} address the client's, where it is known
 *
 * @typedef {{ by?: string | null, about?: string | null, what?: string, address?: string }} EventFields by, about: ids of users
 * @typedef {{ query(statement: Fragment): Promise<any> }} On
 * @typedef {ReturnType<typeof createSecurityEvents>} SecurityEvents
 */

/**
 * The record of what counts for security. Entries are added, in the transaction of what they tell of where there is
 * one; the database refuses to change them. No password, no token, and no name that somebody typed gets in: people
 * type passwords into the field for their name.
 *
 * @param {{ db: Database, log: { info(event: string, fields?: object): void } }} context
 */
export function createSecurityEvents({ db, log }) {
  return {
    /** @param {string} kind @param {EventFields} [fields] @param {On} [on] a transaction */
    async add(kind, { by = null, about = null, what = '', address = '' } = {}, on = db) {
      if (!EVENT_KINDS.includes(kind)) throw new TypeError(`No kind of security event: ${kind}`);
      await on.query(sql`
        insert into plinth.security_events (kind, user_id, user_name, about_id, about_name, what, address)
        values (${kind}, ${by}::uuid, ${nameOf(by)}, ${about}::uuid, ${nameOf(about)}, ${what.slice(0, 500)},
                ${address.slice(0, 100)})`);
      log.info(kind, { by, about, what, address });
    },

    /**
     * Newest first, a page at a time; `after` continues behind the last one of the page before.
     *
     * @param {Actor} actor @param {{ who?: string, what?: string, from?: string, to?: string, timeZone?: string,
     *   after?: string, limit?: number }} [wanted] who: part of a name or of an e-mail address, or a client's address; what:
     *   a kind or a group of kinds; from, to: first and last day
     * @returns {Promise<{ events: SecurityEvent[], next: string | null }>}
     */
    async list(actor, { who, what, from, to, timeZone = 'UTC', after, limit = PAGE } = {}) {
      if (!isUnlimited(actor)) throw forbidden(phrase`see the security log`);
      const conditions = [
        who ? await isAbout(db, who) : empty,
        what ? sql`and kind = any(${kindsOf(what)}::text[])` : empty,
        from ? sql`and at >= ${from}::date::timestamp at time zone ${timeZone}` : empty,
        to ? sql`and at < (${to}::date + 1)::timestamp at time zone ${timeZone}` : empty,
        after && /^\d{1,18}$/.test(after) ? sql`and id < ${after}::bigint` : empty,
      ];
      const { rows } = await db.query(sql`
        select id::text, at, kind, user_id as "userId", user_name as "userName", about_id as "aboutId",
               about_name as "aboutName", what, address
          from plinth.security_events
         where true ${join(conditions, ' ')}
         order by plinth.security_events.id desc
         limit ${limit + 1}::int`);
      const events = rows.slice(0, limit);
      return { events, next: rows.length > limit ? events[limit - 1].id : null };
    },

    /** Lets go of what is older than a year. */
    async purge() {
      await db.query(sql`delete from plinth.security_events where at < now() - interval '366 days'`);
    },
  };
}

/** @param {string | null} id */
const nameOf = (id) =>
  id === null
    ? sql`''`
    : sql`coalesce((select coalesce(nullif(name, ''), email) from plinth.users where id = ${id}::uuid), '')`;

/** @param {string} what @returns {readonly string[]} */
const kindsOf = (what) => EVENT_GROUPS[/** @type {keyof typeof EVENT_GROUPS} */ (what)] ?? [what];

/** People who are here by their ids, who are gone by the name that was kept. @param {Database} db @param {string} who */
async function isAbout(db, who) {
  const pattern = `%${who.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await db.query(sql`
    select id from plinth.users where name ilike ${pattern} or email ilike ${pattern} limit ${MOST_PEOPLE}`);
  const ids = rows.map(({ id }) => id);
  return sql`and (user_id = any(${ids}::uuid[]) or about_id = any(${ids}::uuid[])
                  or user_name ilike ${pattern} or about_name ilike ${pattern} or address = ${who})`;
}
