/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Actor } from '@plinth/plugin' */
/** @import { SecurityEvents } from '../../gate/security/security-events.js' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { k } from '../../postgres/sql/index.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';

const COLUMNS = {
  idleMinutes: 'idle_minutes',
  absoluteMinutes: 'absolute_minutes',
  adminIdleMinutes: 'admin_idle_minutes',
  adminStrict: 'admin_strict',
};
const LIMITS = { idleMinutes: 43_200, absoluteMinutes: 525_600, adminIdleMinutes: 43_200 };

/** @typedef {Record<keyof typeof LIMITS, number> & { adminStrict: boolean }} PeopleSettings in minutes */

/**
 * How long sessions live, and whether an admin's cookie is sent only with requests that start on this site. Read
 * together with each session.
 *
 * @param {Database} db @param {SecurityEvents} events
 */
export function createPeopleSettings(db, events) {
  /** @returns {Promise<PeopleSettings>} */
  async function read() {
    const { rows } = await db.query(k('plinth.people_settings').select(COLUMNS));
    return rows[0];
  }

  return {
    read,
    /** @param {Actor} actor @param {Partial<PeopleSettings>} values @returns {Promise<PeopleSettings>} */
    async update(actor, values) {
      requireAdmin(actor);
      const before = await read();
      const next = { ...before, ...values };
      /** @type {Record<string, import('@plinth/plugin').Phrase>} */
      const wrong = {};
      for (const [name, most] of Object.entries(LIMITS)) {
        const minutes = next[/** @type {keyof typeof LIMITS} */ (name)];
        const fits = Number.isInteger(minutes) && minutes >= 5 && minutes <= most;
        if (!fits) wrong[name] = phrase`Enter a whole number of minutes from 5 to ${most}`;
      }
      if (Object.keys(wrong).length > 0) throw inputInvalid(wrong);
      const what = changesOf(before, next);
      if (what === '') return before;
      await db.transaction(async (tx) => {
        await tx.query(
          k('plinth.people_settings').update({
            idle_minutes: next.idleMinutes,
            absolute_minutes: next.absoluteMinutes,
            admin_idle_minutes: next.adminIdleMinutes,
            admin_strict: next.adminStrict === true,
          }),
        );
        await events.add('limits-changed', { by: actor.userId, address: actor.address, what }, tx);
      });
      return read();
    },
  };
}

/** @param {PeopleSettings} before @param {PeopleSettings} next */
function changesOf(before, next) {
  const names = /** @type {(keyof PeopleSettings)[]} */ (Object.keys(before));
  return names
    .filter((name) => before[name] !== next[name])
    .map((name) => `${name}: ${before[name]} → ${next[name]}`)
    .join(', ');
}
