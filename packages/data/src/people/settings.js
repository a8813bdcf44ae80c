/** @import { Database } from '../postgres/database.js' */
/** @import { Actor } from '@plinth/plugin' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { sql } from '../sql/index.js';
import { requireAdmin } from './require-admin.js';

const LIMITS = { idleMinutes: 43_200, absoluteMinutes: 525_600, adminIdleMinutes: 43_200 };

/** How long sessions live. Each session is read together with them. @param {Database} db */
export function createPeopleSettings(db) {
  /** @returns {Promise<Record<keyof typeof LIMITS, number>>} */
  async function read() {
    const { rows } = await db.query(sql`
      select idle_minutes as "idleMinutes", absolute_minutes as "absoluteMinutes", admin_idle_minutes as "adminIdleMinutes"
        from plinth.people_settings`);
    return rows[0];
  }

  return {
    read,
    /** @param {Actor} actor @param {Partial<Record<keyof typeof LIMITS, number>>} values minutes */
    async update(actor, values) {
      requireAdmin(actor);
      const next = { ...(await read()), ...values };
      for (const [name, most] of Object.entries(LIMITS)) {
        const minutes = next[/** @type {keyof typeof LIMITS} */ (name)];
        if (!Number.isInteger(minutes) || minutes < 5 || minutes > most) {
          throw inputInvalid({ [name]: phrase`Enter whole minutes from 5 to ${most}` });
        }
      }
      await db.query(sql`
        update plinth.people_settings
           set idle_minutes = ${next.idleMinutes}, absolute_minutes = ${next.absoluteMinutes},
               admin_idle_minutes = ${next.adminIdleMinutes}`);
      return read();
    },
  };
}
