/** @import { Database } from '../postgres/database.js' */
/** @import { Actor } from '@plinth/plugin' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { sql } from '../sql/index.js';
import { requireAdmin } from './require-admin.js';

const MINUTE = 60_000;
const LIMITS = { idleMinutes: 43_200, absoluteMinutes: 525_600, adminIdleMinutes: 43_200 };

/** How long sessions live. Kept in memory, read again when told. @param {Database} db */
export function createPeopleSettings(db) {
  let current = { idle: 480 * MINUTE, absolute: 10_080 * MINUTE, adminIdle: 30 * MINUTE };

  async function read() {
    const { rows } = await db.query(sql`
      select idle_minutes as "idleMinutes", absolute_minutes as "absoluteMinutes", admin_idle_minutes as "adminIdleMinutes"
        from plinth.people_settings`);
    const { idleMinutes, absoluteMinutes, adminIdleMinutes } = rows[0];
    current = { idle: idleMinutes * MINUTE, absolute: absoluteMinutes * MINUTE, adminIdle: adminIdleMinutes * MINUTE };
    return { idleMinutes, absoluteMinutes, adminIdleMinutes };
  }

  return {
    current: () => current,
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
      // An empty payload is for everybody: see index.js.
      await db.query(sql`select pg_notify('plinth_people', '')`);
      return read();
    },
  };
}
