/** @import { Actor } from '@plinth/plugin' */
import { empty, quoteLiteral, sql } from '../sql/index.js';

/**
 * Tells the transaction who writes, and which triggers and workflows led to it, for the triggers that follow. Without a
 * chain, that of the transaction stays.
 *
 * @param {Actor} actor
 */
export const setCause = (actor) =>
  sql`select set_config('plinth.actor', ${actor.userId ?? ''}, true),
    set_config('plinth.roles', ${actor.roles.join(' ')}, true)${chainSetting(actor)}`;

/**
 * A savepoint for a run among others of a transaction, which knows who caused it and what led to it.
 *
 * @param {string} savepoint @param {Actor} actor
 * @returns {string} for the simple protocol, so that it takes one round trip
 */
export function beginCaused(savepoint, { userId, roles, chain = [], doer = null }) {
  const config = { actor: userId ?? '', roles: roles.join(' '), chain: chainText(chain), doer: doer ?? '' };
  const set = Object.entries(config).map(
    ([name, value]) => `set_config('plinth.${name}', ${quoteLiteral(value)}, true)`,
  );
  return `savepoint ${savepoint}; select ${set.join(', ')}`;
}

/** The last members of a select. @param {Actor} actor */
export const chainSetting = ({ chain }) =>
  chain ? sql`, set_config('plinth.chain', ${chainText(chain)}, true)` : empty;

/** @param {readonly string[]} ids */
export const chainText = (ids) => `{${ids.join(',')}}`;
