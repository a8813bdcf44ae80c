/** @import { Database } from '../../postgres/database/database.js' */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '@plinth/plugin';
import { asUuid, k, sql } from '../../postgres/sql/index.js';
import { NOTIFICATION_KINDS } from './settings.js';

const SECRET = 'unsubscribe';
/** What a link ends: mails of one kind, or the daily ones. */
const WHAT = Object.freeze([...NOTIFICATION_KINDS, 'daily']);

/**
 * Links in mails that end further ones, without a login. They are signed, so that nobody can end those of others, and say
 * nothing but whose and which mails.
 *
 * @param {Database} db
 */
export function createUnsubscribe(db) {
  /** Made with the first mail. @returns {Promise<string>} */
  async function key() {
    const find = () => db.query(k('plinth.secrets').select('value').where('name', SECRET));
    const found = (await find()).rows[0];
    if (found) return found.value.key;
    const value = JSON.stringify({ key: randomBytes(32).toString('hex') });
    await db.query(k('plinth.secrets').insert({ name: SECRET, value }).onConflict('name').ignore());
    return (await find()).rows[0].value.key;
  }

  /** @param {string} text */
  const signed = async (text) =>
    createHmac('sha256', await key())
      .update(text)
      .digest('base64url');

  /** @param {string} token @returns {Promise<{ user: string, what: string }>} @throws {AppError} LINK_INVALID */
  async function read(token) {
    const [user, what, signature = ''] = token.split('.');
    const [given, right] = [signature, await signed(`${user}.${what}`)].map((text) => Buffer.from(text));
    if (asUuid(user) && WHAT.includes(what) && given.length === right.length && timingSafeEqual(given, right))
      return { user, what };
    throw new AppError('LINK_INVALID', 'This link is not valid', {
      status: 404,
      hint: 'Choose which mails you get under Notifications',
    });
  }

  return {
    /** @param {string} user @param {string} what a kind, or 'daily' @returns {Promise<string>} a token for an address */
    unsubscribeToken: async (user, what) => `${user}.${what}.${await signed(`${user}.${what}`)}`,

    /** Which mails a token ends. @param {string} token @returns {Promise<string>} @throws {AppError} LINK_INVALID */
    unsubscribes: async (token) => (await read(token)).what,

    /** @param {string} token @throws {AppError} LINK_INVALID */
    async unsubscribe(token) {
      const { user, what } = await read(token);
      if (what === 'daily') return void (await db.query(ENDS_DAILY(user)));
      await db.query(sql`
        insert into plinth.notification_settings as s (user_id, mail)
        select u.id, jsonb_build_object(${what}::text, 'off') from plinth.users u where u.id = ${user}::uuid
        on conflict (user_id) do update set mail = s.mail || excluded.mail`);
    },
  };
}

/** Kinds that come daily come no more. @param {string} user */
const ENDS_DAILY = (user) => sql`
  update plinth.notification_settings s
     set mail = (select coalesce(jsonb_object_agg(key, case when value = '"daily"' then '"off"' else value end), '{}')
                   from jsonb_each(s.mail))
   where user_id = ${user}::uuid`;
