/** @import { Database } from '../../postgres/database/database.js' */
import { AppError, phrase } from '@plinth/plugin';
import { k, param, prepare, sql } from '../../postgres/sql/index.js';
import { digest, network } from '../../postgres/fairness/client-network.js';
import { spanInWords } from '../../postgres/words/span.js';

const TAKE = prepare(
  sql`select plinth.take_attempt(${param('key')}, ${param('most')}, ${param('per')}::interval) as wait`,
);
/**
 * Attempts per window. The account's limit counts all addresses, which slows down somebody who guesses from many of
 * them.
 */
const LIMITS = {
  pair: { most: 5, per: '1 minute' },
  network: { most: 20, per: '1 minute' },
  account: { most: 50, per: '1 hour' },
  // Whoever logged in from there before is counted, too, but not held up: the same work for known and unknown addresses.
  known: { most: 1_000_000, per: '1 hour' },
  reset: { most: 3, per: '1 hour' },
  signup: { most: 20, per: '1 hour' },
  token: { most: 30, per: '1 minute' },
  mail: { most: 100, per: '1 hour' },
  // Triggers that run as the system.
  systemMail: { most: 2000, per: '1 hour' },
};

/**
 * Limits against guessing, stored in the database so that all processes count together. An attempt is counted before
 * the password is checked, so a thousand attempts at once count as a thousand.
 *
 * @param {Database} db
 */
export function createRateLimits(db) {
  /** @param {keyof typeof LIMITS} kind @param {string} key @returns {Promise<number>} the seconds to wait */
  async function take(kind, key) {
    const { most, per } = LIMITS[kind];
    const { rows } = await db.query(TAKE.bind({ key, most, per }));
    return Number(rows[0].wait);
  }

  /**
   * One statement: the network's row stays locked until the pair is counted, so that concurrent attempts are counted in
   * the same order in both.
   *
   * @param {{ network: string, pair: string }} keys
   */
  async function takeBoth(keys) {
    const { rows } = await db.query(sql`
      select plinth.take_attempt(${keys.network}, ${LIMITS.network.most}, ${LIMITS.network.per}::interval) as network,
             plinth.take_attempt(${keys.pair}, ${LIMITS.pair.most}, ${LIMITS.pair.per}::interval) as pair`);
    return [Number(rows[0].network), Number(rows[0].pair)];
  }

  return {
    /**
     * Counts one login attempt. Guessing from elsewhere can't lock the owner out: addresses that have logged in to this
     * account before are not subject to the account's limit.
     *
     * @param {string} email @param {string} address
     * @throws {AppError} TOO_MANY_TRIES (429)
     */
    async takeLogin(email, address) {
      const keys = loginKeys(email, address);
      const waits = await takeBoth(keys);
      if (Math.max(...waits) === 0) {
        const isOwn = await isKnown(db, keys.known);
        waits.push(await (isOwn ? take('known', `tries-${keys.known}`) : take('account', keys.account)));
      }
      refuse(Math.max(...waits));
    },

    /** The password was right, so the attempt is not counted. @param {string} email @param {string} address */
    async giveBackLogin(email, address) {
      const keys = loginKeys(email, address);
      const attempts = k('plinth.login_attempts');
      await db.query(attempts.clone().where('key', keys.pair).delete());
      await db.query(
        attempts
          .clone()
          .whereIn('key', [keys.network, keys.account])
          .update({ tries: k.raw('greatest(tries - 1, 0)') }),
      );
      await db.query(attempts.insert({ key: keys.known }).onConflict('key').merge({ window_start: k.fn.now() }));
    },

    /**
     * @param {'reset' | 'signup' | 'token'} kind @param {string} what an e-mail address or a client's address
     * @throws {AppError} TOO_MANY_TRIES (429)
     */
    async take(kind, what) {
      refuse(await take(kind, `${kind}:${digest(kind === 'reset' ? what.toLowerCase() : network(what))}`));
    },

    /** Counts one mail of a user, or of the system. @param {string | null} userId @throws {AppError} TOO_MANY_TRIES (429) */
    async takeMail(userId) {
      refuse(await (userId === null ? take('systemMail', 'mail:system') : take('mail', `mail:${userId}`)));
    },
  };
}

/** @param {string} email @param {string} address */
function loginKeys(email, address) {
  const account = digest(email.toLowerCase());
  const net = digest(network(address));
  return {
    pair: `login:${account}:${net}`,
    network: `login-from:${net}`,
    account: `login-to:${account}`,
    known: `known:${account}:${net}`,
  };
}

/** @param {Database} db @param {string} key */
async function isKnown(db, key) {
  const { rows } = await db.query(
    k('plinth.login_attempts').select(k.raw('1')).where({ key }).whereRaw("window_start > now() - interval '90 days'"),
  );
  return rows.length > 0;
}

/** @param {number} wait seconds */
function refuse(wait) {
  if (wait > 0) throw tooManyTries(wait);
}

/** @param {number} wait seconds */
export function tooManyTries(wait) {
  const seconds = Math.ceil(wait);
  return new AppError('TOO_MANY_TRIES', 'Too many attempts', {
    status: 429,
    hint: phrase`Wait ${seconds < 90 ? spanInWords(seconds, 'seconds') : spanInWords(Math.ceil(seconds / 60), 'minutes')} and try again`,
    details: { retryAfter: seconds },
  });
}
