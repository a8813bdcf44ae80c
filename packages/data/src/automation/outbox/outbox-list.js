/** @import { Actor } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { ListedMail, MailContent, MailState } from './types.d.ts' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { AppError } from '@plinth/plugin';
import { asUuid, fixed, k, sql } from '../../postgres/sql/index.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { CONTENT_LEFT } from './content-left.js';

const PAGE = 50;
/** @type {readonly MailState[]} */
export const MAIL_STATES = Object.freeze(['waiting', 'sending', 'sent', 'failed', 'cancelled', 'unclear']);
const COLUMNS = {
  id: 'id',
  createdAt: 'created_at',
  kind: 'kind',
  state: 'state',
  recipient: 'recipient',
  subject: 'subject',
  attempts: 'attempts',
  dueAt: 'due_at',
  doneAt: 'done_at',
  error: 'error',
  answer: 'answer',
  isSecret: 'is_secret',
};

/**
 * The outbox as admins see and change it.
 *
 * @param {{ db: Database, events: import('../../gate/security/security-events.js').SecurityEvents, wake: () => void }} context
 */
export function createOutboxList({ db, events, wake }) {
  const listed = () => k('plinth.mails').select(COLUMNS, { hasText: k.raw('content is not null') });

  return {
    /**
     * Newest first.
     *
     * @param {Actor} actor
     * @param {{ state?: string | null, to?: string | null, after?: string | null }} [options] after: the last one of the page before
     * @returns {Promise<{ mails: ListedMail[], next: string | null }>}
     */
    async list(actor, { state, to, after } = {}) {
      requireAdmin(actor);
      const query = listed()
        .orderBy('id', 'desc')
        .limit(PAGE + 1);
      if (MAIL_STATES.includes(/** @type {MailState} */ (state))) query.where({ state });
      if (to) query.whereRaw('strpos(lower(recipient), ?) > 0', [to.trim().toLowerCase().slice(0, 300)]);
      if (after) query.where('id', '<', asUuid(after));
      const { rows } = await db.query(query);
      const mails = rows.slice(0, PAGE);
      return { mails, next: rows.length > PAGE ? mails[PAGE - 1].id : null };
    },

    /**
     * One mail with its text, unless the text is secret.
     *
     * @param {Actor} actor @param {string} id
     * @returns {Promise<ListedMail & { content: MailContent | null }>}
     * @throws {AppError} MAIL_NOT_FOUND
     */
    async get(actor, id) {
      requireAdmin(actor);
      const { rows } = await db.query(
        listed().select(k.raw('case when is_secret then null else content end as content')).where('id', asUuid(id)),
      );
      if (rows.length === 0) throw mailNotFound();
      return rows[0];
    },

    /** Sends it again, at once. @param {Actor} actor @param {string} id */
    async retry(actor, id) {
      requireAdmin(actor);
      const again = { state: 'waiting', attempts: 0, due_at: k.fn.now(), handed_at: null, done_at: null };
      await change(actor, id, ['waiting', 'failed', 'cancelled', 'unclear'], { ...again, error: null, answer: null });
      wake();
    },

    /** Nothing that waits is sent any more. @param {Transaction} tx */
    cancelWaiting: (tx) => tx.query(CANCEL_WAITING),

    /** @param {Actor} actor @param {string} id */
    async cancel(actor, id) {
      requireAdmin(actor);
      const content = k.raw(CONTENT_LEFT);
      await change(actor, id, ['waiting'], { state: 'cancelled', done_at: k.fn.now(), content });
    },

    /** After SMTP was set up or changed: tries waiting mails at once. @param {Actor} actor */
    async retryWaiting(actor) {
      requireAdmin(actor);
      await db.query(k('plinth.mails').where('state', 'waiting').update({ due_at: k.fn.now(), attempts: 0 }));
      wake();
    },
  };

  /** @param {Actor} actor @param {string} id @param {readonly MailState[]} from @param {Record<string, unknown>} values */
  async function change(actor, id, from, values) {
    await db.transaction(async (tx) => {
      const { rows } = await tx.query(
        k('plinth.mails')
          .where('id', asUuid(id))
          .whereIn('state', [...from])
          .whereNotNull('content')
          .update(values)
          .returning(['recipient', 'subject', 'state']),
      );
      if (rows.length === 0) throw mailNotFound();
      const kind = values.state === 'cancelled' ? 'mail-cancelled' : 'mail-retried';
      await events.add(kind, { by: actor.userId, address: actor.address, what: rows[0].recipient }, tx);
    });
  }
}

function mailNotFound() {
  return new AppError('MAIL_NOT_FOUND', 'There is no such mail in the outbox, or it can no longer be changed', {
    status: 404,
    hint: 'Reload the outbox to see its current state',
  });
}

const CANCEL_WAITING = sql`
  update plinth.mails set state = 'cancelled', done_at = now(), content = ${fixed(CONTENT_LEFT)} where state = 'waiting'`;
