/** @import { ImapFlow } from 'imapflow' */
/** @import { Trigger } from '@plinth/plugin' */
/** @import { Database } from '../../../postgres/database/database.js' */
/** @import { Limits } from './imap.js' */
/** @import { Mailbox } from './mailbox-store.js' */
import { AppError } from '@plinth/plugin';
import { beginAt, passMail, startByMail } from './mailbox-store.js';
import { isFrom, readMail } from './read-mail.js';

const DAY_MS = 86_400_000;

/**
 * @typedef {{ trigger: Trigger, mailbox: Mailbox, started: () => void,
 *   open: () => Promise<{ uidValidity: string, uidNext: number }> }} Look
 */

/**
 * Reads mails that came since the last check; each starts the trigger in its own statement. No database connection is held
 * while the mail server is asked.
 *
 * @param {{ db: Database, limits: Limits }} context
 */
export function createReader({ db, limits }) {
  /** @param {ImapFlow} client @param {Look} look @returns {Promise<{ started: number, skipped: number, hasMore: boolean }>} */
  return async function readNew(client, { trigger, mailbox, open, started }) {
    const { id, options } = trigger;
    const { last, since } = await beginning(id, mailbox, await open());
    const uids = await newUids(client, last, since);
    const read = { started: 0, skipped: 0, hasMore: uids.length > limits.mostMails };
    const some = uids.slice(0, limits.mostMails);
    if (some.length === 0) return read;
    const listed = await client.fetchAll(some.join(','), { uid: true, size: true, internalDate: true }, { uid: true });
    const byUid = new Map(listed.map((one) => [one.uid, one]));
    for (const uid of some) {
      const one = byUid.get(uid);
      // It was moved or deleted in the meantime, or is older than the trigger.
      const isOld = !one || (since && new Date(one.internalDate ?? since) < secondOf(mailbox.begun_at));
      const mail = isOld ? null : await mailOf(client, uid, one.size ?? 0);
      const isWanted = mail && isFrom(mail.from, options.from) && (options.replies === true || !mail.isReply);
      if (isWanted) {
        const event = { ...mail.event, time: new Date().toISOString() };
        const { rows } = await db.query(startByMail(id, mailbox, { uid, digest: mail.digest, event }));
        if (!rows[0].mine) throw taken();
        if (rows[0].run) read.started++;
        started();
        // Only for people who open the mailbox; the database knows how far it was read.
        await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
      } else {
        const isFault = !isOld && !mail;
        if (isFault) read.skipped++;
        const { rows } = await db.query(passMail(id, mailbox, { uid, isFault }));
        if (rows.length === 0) throw taken();
      }
    }
    return read;
  };

  /** @param {ImapFlow} client @param {number} uid @param {number} size @returns {Promise<import('./read-mail.js').ReadMail | null>} null: too large, or no mail */
  async function mailOf(client, uid, size) {
    if (size > limits.mostBytes) return null;
    const found = await client.fetchOne(String(uid), { source: { maxLength: limits.mostBytes } }, { uid: true });
    // If the server gives no size, only a part of a large mail is fetched.
    if (!found || !found.source || found.source.length >= limits.mostBytes) return null;
    return readMail(found.source).catch(() => null);
  }

  /** @param {string} id @param {Mailbox} mailbox @param {{ uidValidity: string, uidNext: number }} folder */
  async function beginning(id, mailbox, { uidValidity: validity, uidNext }) {
    const { uid_validity: known, last_uid: last, since, looked_at: lookedAt, begun_at: begunAt } = mailbox;
    if (known === validity) return { last: Number(last), since: since ? new Date(since) : null };
    // A search knows days only, in the server's time zone.
    const from = known === null ? null : new Date(new Date(lookedAt ?? begunAt).getTime() - 2 * DAY_MS);
    const at = { last: known === null ? uidNext - 1 : 0, since: from };
    await db.query(beginAt(id, mailbox, { validity, ...at }));
    return at;
  }
}

/** The oldest first. @param {ImapFlow} client @param {number} last @param {Date | null} since */
async function newUids(client, last, since) {
  const found = await client.search({ uid: `${last + 1}:*`, ...(since && { since }) }, { uid: true });
  // A range with a star always includes the last mail.
  return (found || []).filter((uid) => uid > last).sort((a, b) => a - b);
}

/** Mail servers give the time of a mail in whole seconds. @param {string} time */
const secondOf = (time) => new Date(Math.floor(new Date(time).getTime() / 1000) * 1000);

const taken = () =>
  new AppError('MAILBOX_TIMEOUT', 'Another process reads this mailbox now', {
    status: 409,
    hint: 'Try again in some minutes',
  });
