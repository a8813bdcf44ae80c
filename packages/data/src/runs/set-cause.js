/** @import { Actor } from '@plinth/plugin' */
import { empty, sql } from '../sql/index.js';

/**
 * Tells the transaction who writes, and which triggers and workflows led to it, for the triggers that follow. Without a
 * chain, that of the transaction stays.
 *
 * @param {Actor} actor
 */
export const setCause = (actor) =>
  sql`select set_config('plinth.actor', ${actor.userId ?? ''}, true),
    set_config('plinth.roles', ${actor.roles.join(' ')}, true)${chainSetting(actor)}`;

/** The last members of a select. @param {Actor} actor */
export const chainSetting = ({ chain }) =>
  chain ? sql`, set_config('plinth.chain', ${chainText(chain)}, true)` : empty;

/** @param {readonly string[]} ids */
export const chainText = (ids) => `{${ids.join(',')}}`;
