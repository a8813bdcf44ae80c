/** @import { Actor, Message } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Knex } from 'knex' */
import { phrase } from '@plinth/plugin';
import { isUnlimited } from '../../rules/rights/index.js';
import { forbidden } from '../../postgres/errors/row-errors.js';
import { k } from '../../postgres/sql/index.js';
import { readSentence, storedSentence } from '../../postgres/words/stored-sentence.js';
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
 * @property {Message} says the same for readers of any language, if it is a sentence
 * @property {string} address the client's, where it is known
 *
 * @typedef {{ by?: string | null, about?: string | null, what?: Message, address?: string }} EventFields by, about: ids of users
 * @typedef {{ query(statement: Knex.QueryBuilder): Promise<any> }} On
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
      const { sentence, phrase: stored } = storedSentence(what);
      await on.query(
        k('plinth.security_events').insert({
          kind,
          user_id: by,
          user_name: nameOf(by),
          about_id: about,
          about_name: nameOf(about),
          what: sentence,
          phrase: stored,
          address: address.slice(0, 100),
        }),
      );
      log.info(kind, { by, about, what: sentence, address });
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
      const query = k('plinth.security_events as e')
        .select(k.raw('e.id::text'), 'at', 'kind', 'what', 'phrase', 'address')
        .select({ userId: 'user_id', userName: 'user_name', aboutId: 'about_id', aboutName: 'about_name' })
        .orderBy('e.id', 'desc')
        .limit(limit + 1);
      if (who) await whereAbout(query, db, who);
      if (what) query.whereIn('kind', kindsOf(what));
      if (from) query.whereRaw('at >= plinth.moment_of(?::date, ?)', [from, timeZone]);
      if (to) query.whereRaw('at < plinth.moment_of(?::date + 1, ?)', [to, timeZone]);
      if (after && /^\d{1,18}$/.test(after)) query.where('e.id', '<', after);
      const { rows } = await db.query(query);
      const events = rows
        .slice(0, limit)
        .map(({ phrase: stored, ...row }) => ({ ...row, says: readSentence(row.what, stored) }));
      return { events, next: rows.length > limit ? events[limit - 1].id : null };
    },

    /** Lets go of what is older than a year. */
    async purge() {
      await db.query(k('plinth.security_events').whereRaw("at < now() - interval '366 days'").delete());
    },
  };
}

/** @param {string | null} id */
const nameOf = (id) =>
  k.raw("coalesce((select coalesce(nullif(name, ''), email) from plinth.users where id = ?::uuid), '')", [id]);

/** @param {string} what @returns {readonly string[]} */
const kindsOf = (what) =>
  Object.hasOwn(EVENT_GROUPS, what) ? EVENT_GROUPS[/** @type {keyof typeof EVENT_GROUPS} */ (what)] : [what];

/**
 * People who are here by their ids, who are gone by the name that was kept.
 *
 * @param {Knex.QueryBuilder} query @param {Database} db @param {string} who
 */
async function whereAbout(query, db, who) {
  const pattern = `%${who.replace(/[\\%_]/g, '\\$&')}%`;
  const found = k('plinth.users').select('id').whereILike('name', pattern).orWhereILike('email', pattern);
  const { rows } = await db.query(found.limit(MOST_PEOPLE));
  const ids = rows.map(({ id }) => id);
  query.where((any) => {
    any.whereIn('user_id', ids).orWhereIn('about_id', ids).orWhere('address', who);
    any.orWhereILike('user_name', pattern).orWhereILike('about_name', pattern);
  });
}
