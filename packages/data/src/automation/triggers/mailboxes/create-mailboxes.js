/** @import { Actor, Trigger } from '@plinth/plugin' */
/** @import { Context } from '../../../services.js' */
/** @import { Account, Limits } from './imap.js' */
import { createHash } from 'node:crypto';
import { AppError } from '@plinth/plugin';
import { isHeld, siteHeld } from '../../holding/held.js';
import { requireAdmin } from '../../../rules/rights/require-admin.js';
import { asUuid } from '../../../postgres/sql/index.js';
import { shownError } from '../../runs/run-error.js';
import { accountOf, createConnect } from './connect.js';
import { openFolder } from './imap.js';
import { createMailboxClock } from './mailbox-clock.js';
import {
  forgiveMailbox,
  handOverMailbox,
  leaveMailbox,
  mailboxState,
  sweepMailboxes,
  takeMailbox,
} from './mailbox-store.js';
import { createNoteFailure } from './note-failure.js';
import { createReader } from './read-new.js';

export const MAILBOX = 'email';

/** @type {Limits} */
const LIMITS = {
  connect: 10_000,
  quiet: 20_000,
  total: 120_000,
  lease: 180_000,
  mostBytes: 10 * 2 ** 20,
  mostMails: 50,
};

/**
 * @typedef {{ lookedAt: string | null, nextAt: string, error: import('../claims.js').RunError | null, failures: number,
 *   skipped: number, skippedAt: string | null }} MailboxState
 */

/**
 * Mailboxes that start triggers. Without such a trigger, nothing is loaded and no statement is sent.
 *
 * @param {Pick<Context, 'db' | 'catalog' | 'onCatalog' | 'log' | 'outbound'> & { wake: () => void, limits?: Partial<Limits>,
 *   secrets: Pick<import('../../secrets/secrets.js').Secrets, 'values'> } & Omit<Parameters<typeof createNoteFailure>[0], 'log'>} context
 *   wake: tells the runner that there is something to do
 */
export function createMailboxes(context) {
  const { db, catalog, onCatalog, outbound, secrets, wake, limits: given } = context;
  const limits = { ...LIMITS, ...given };
  const ending = new AbortController();
  const connected = createConnect({ catalog, outbound, secrets, limits, ending: ending.signal });
  const readNew = createReader({ db, limits });
  const noteFailure = createNoteFailure(context);
  const all = () => catalog().triggers.filter(({ source }) => source === MAILBOX);

  /** @param {string} id */
  function triggerOf(id) {
    const trigger = all().find((one) => one.id === id);
    if (trigger) return trigger;
    throw new AppError('TRIGGER_NOT_FOUND', 'This trigger does not exist', { status: 404 });
  }

  /** @param {Trigger} trigger @param {{ now?: boolean }} [when] @returns {Promise<{ started: number, skipped: number } | null>} null: not its time, or another process reads */
  async function look(trigger, { now = false } = {}) {
    const account = fingerprint(accountOf(trigger.options));
    const seconds = Math.ceil(limits.lease / 1000);
    const mailbox = await takeMailbox(db, trigger.id, { account, seconds, now });
    if (!mailbox) return null;
    try {
      const { hasMore, ...read } = await connected(trigger, (client, to) =>
        readNew(client, { trigger, mailbox, open: () => openFolder(client, to), started: wake }),
      );
      await db.query(leaveMailbox(trigger.id, mailbox, { error: null, hasMore }));
      return read;
    } catch (error) {
      if (ending.signal.aborted) await db.query(handOverMailbox(trigger.id, mailbox));
      else await noteFailure(trigger, mailbox, shownError(error));
      throw error;
    }
  }

  const clock = createMailboxClock({ triggers: () => all().filter(({ enabled }) => enabled), onCatalog, look });
  return {
    /** @param {Actor} actor @param {string} id @returns {Promise<MailboxState | null>} null: it was never read */
    async state(actor, id) {
      requireAdmin(actor);
      return (await db.query(mailboxState(asUuid(id)))).rows[0] ?? null;
    },

    /**
     * Connects, and changes nothing there.
     *
     * @param {Actor} actor @param {string} id @returns {Promise<{ folder: string, count: number }>}
     * @throws {AppError} MAILBOX_LOGIN_REFUSED, MAILBOX_FOLDER_NOT_FOUND, MAILBOX_TIMEOUT, MAILBOX_UNREACHABLE, OUTBOUND_BLOCKED, SITE_HELD
     */
    async check(actor, id) {
      requireAdmin(actor);
      const trigger = triggerOf(id);
      const found = await connected(trigger, async (client, account) => {
        const { exists } = await openFolder(client, account);
        return { folder: account.folder, count: exists };
      });
      await db.query(forgiveMailbox(trigger.id));
      return found;
    },

    /** Reads new mails at once. @param {Actor} actor @param {string} id @returns {ReturnType<typeof look>} null: another process reads it now */
    async read(actor, id) {
      requireAdmin(actor);
      if (await isHeld(db)) throw siteHeld();
      return look(triggerOf(id), { now: true });
    },

    start: clock.start,
    sweep: () => sweepMailboxes(db, all()),
    async close() {
      ending.abort(new AppError('MAILBOX_TIMEOUT', 'The server is being stopped', { status: 503 }));
      await clock.close();
    },
  };
}

/** @param {Account} account */
const fingerprint = ({ server, username, folder }) =>
  createHash('sha256')
    .update(JSON.stringify([server, username, folder]))
    .digest('base64url');
