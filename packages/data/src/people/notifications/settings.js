/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { AppError, inputInvalid } from '@plinth/plugin';
import { k } from '../../postgres/sql/index.js';

/** Kinds that people may turn off. Other kinds come from an app's own logic. */
export const NOTIFICATION_KINDS = Object.freeze(['mention', 'assigned', 'other']);
/** How mails about them come. */
export const NOTIFICATION_MAILS = Object.freeze(['now', 'daily', 'off']);
/** Unless somebody chooses otherwise. @type {Readonly<Record<string, string>>} */
const USUAL = Object.freeze({ mention: 'now', assigned: 'now', other: 'off' });

/** Which notifications people want. @param {Database} db */
export function createNotificationSettings(db) {
  return {
    /** @param {Actor} actor @returns {Promise<string[]>} kinds that they don't want */
    async muted(actor) {
      const { rows: found } = await db.query(
        k('plinth.notification_settings').select('muted').where('user_id', ownId(actor)),
      );
      return found[0]?.muted ?? [];
    },

    /** @param {Actor} actor @returns {Promise<Record<string, string>>} how mails come, by kind */
    async mailed(actor) {
      const { rows: found } = await db.query(
        k('plinth.notification_settings').select('mail').where('user_id', ownId(actor)),
      );
      return { ...USUAL, ...found[0]?.mail };
    },

    /** @param {Actor} actor @param {Record<string, string>} wanted how mails come, by kind */
    async mailBy(actor, wanted) {
      for (const [kind, how] of Object.entries(wanted))
        if (!NOTIFICATION_KINDS.includes(kind) || !NOTIFICATION_MAILS.includes(how))
          throw inputInvalid({ [kind]: 'Choose one from the list' });
      const mail = JSON.stringify(wanted);
      await db.query(
        k('plinth.notification_settings')
          .insert({ user_id: ownId(actor), mail })
          .onConflict('user_id')
          .merge({ mail: k.raw('notification_settings.mail || excluded.mail') }),
      );
    },

    /** @param {Actor} actor @param {readonly string[]} kinds */
    async mute(actor, kinds) {
      const strange = kinds.find((kind) => !NOTIFICATION_KINDS.includes(kind));
      if (strange !== undefined) throw inputInvalid({ kinds: 'Choose kinds from the list' });
      await db.query(
        k('plinth.notification_settings')
          .insert({ user_id: ownId(actor), muted: [...kinds] })
          .onConflict('user_id')
          .merge(['muted']),
      );
    },
  };
}

/** @param {Database} db @param {string} user @param {string} kind */
export async function isMuted(db, user, kind) {
  const known = NOTIFICATION_KINDS.includes(kind) ? kind : 'other';
  const { rows } = await db.query(
    k('plinth.notification_settings').select('user_id').where('user_id', user).whereRaw('? = any(muted)', [known]),
  );
  return rows.length > 0;
}

/** @param {Actor} actor @returns {string} @throws {AppError} LOGIN_REQUIRED */
export function ownId({ userId }) {
  if (userId === null) throw new AppError('LOGIN_REQUIRED', 'Log in to continue', { status: 401 });
  return userId;
}
