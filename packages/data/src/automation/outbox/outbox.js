/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { ClaimedMail, Mail, Outcome } from './types.d.ts' */
/** @import { Fragment } from '../../postgres/sql/index.js' */
/** @typedef {ReturnType<typeof createOutbox>} Outbox */
import { MAY_ACT } from '../holding/held.js';
import { fixed, k, sql } from '../../postgres/sql/index.js';
import { LADDERS, nextTry } from '../runs/retries.js';
import { STARTER, createRounds } from '../runs/rounds.js';
import { CONTENT_LEFT } from './content-left.js';
import { checkMail } from './mail-input.js';
import { createAttachments } from './attachments.js';
import { createOutboxList } from './outbox-list.js';
import { createMailRetention } from './retention.js';

/** How long an attempt may take before another process assumes that this one is gone, in seconds. */
const LEASE = 120;
const LONGEST_ANSWER = 500;

/**
 * E-mail that waits, is being sent, or was sent. A mail is stored in the transaction of its cause, and sent by the process
 * that claims it.
 *
 * @param {{ db: Database, events: import('../../gate/security/security-events.js').SecurityEvents }} context
 */
export function createOutbox({ db, events }) {
  /** @type {Set<() => void>} */
  const waiting = new Set();
  const wake = () => waiting.forEach((tell) => tell());
  const attachments = createAttachments(db);
  const rounds = createRounds();
  return {
    attachments,

    /**
     * @param {Mail} mail
     * @param {Transaction} [tx] of what causes it; the caller wakes the sender after its commit
     * @returns {Promise<string>} its id
     * @throws {import('@plinth/plugin').AppError} MAIL_ADDRESS_INVALID
     */
    async add(mail, tx) {
      const { attachments: attached = [] } = mail;
      const add = async (/** @type {{ query: Database['query'] }} */ on) => {
        const { rows } = await on.query(k('plinth.mails').insert(checkMail(mail)).returning('id'));
        await attachments.keep(on, rows[0].id, attached);
        return rows[0].id;
      };
      if (tx) return add(tx);
      const id = attached.length > 0 ? await db.transaction(add) : await add(db);
      wake();
      return id;
    },

    /** Tells this process's sender that there may be mail. */
    wake,

    /** @param {() => void} tell called when there may be mail to send @returns {() => void} ends it */
    onWaiting(tell) {
      waiting.add(tell);
      return () => waiting.delete(tell);
    },

    /** Whether SMTP is set up. @returns {Promise<boolean>} */
    async isSetUp() {
      const { rows } = await db.query(k('plinth.secrets').select('name').where('name', 'smtp'));
      return rows.length > 0;
    },

    /** One mail that is due, for this process alone. @returns {Promise<ClaimedMail | null>} */
    async claim() {
      const [mail = null] = await rounds.next(async (turn) => (await db.query(claim(turn))).rows);
      return mail;
    },

    /**
     * Notes that the mail's last bytes are about to be sent. If the process is killed after this, the mail is unclear
     * and is not sent a second time.
     *
     * @param {ClaimedMail} mail @returns {Promise<boolean>} false: another process has it by now, so it must not be sent
     */
    async hand({ id, claim }) {
      const { rowCount } = await db.query(
        k('plinth.mails').where({ id, claim, state: 'sending' }).update({ handed_at: k.fn.now() }),
      );
      return rowCount === 1;
    },

    /** @param {ClaimedMail} mail @param {Outcome} outcome @returns {Promise<Outcome['state']>} */
    async settle({ id, claim, attempts }, outcome) {
      const wait = nextTry(LADDERS.mails, attempts);
      const state = outcome.state === 'waiting' && wait === null ? 'failed' : outcome.state;
      await db.query(
        k('plinth.mails')
          .where({ id, claim, state: 'sending' })
          .update({ state, ...endOf(outcome), ...(state === 'waiting' ? dueIn(Number(wait)) : DONE) }),
      );
      if (state === 'sent') await attachments.drop(id);
      return state;
    },

    ...createOutboxList({ db, events, wake }),
    ...createMailRetention(db),
  };
}

/**
 * Locked rows belong to a process that claims at the same moment. What another process had begun to hand over before it
 * vanished is not sent again.
 */
const claim = (/** @type {{ whose: Fragment, order: Fragment }} */ { whose, order }) => sql`
  with over as (
    update plinth.mails
       set state = case when state = 'waiting' then 'failed' else 'unclear' end,
           error = case when state = 'waiting' then 'expired' else 'interrupted' end,
           content = ${fixed(CONTENT_LEFT)},
           claim = null, claimed_until = null, done_at = now()
     where state = 'sending' and claimed_until < now() and handed_at is not null
        or state = 'waiting' and expires_at < now()
  )
  update plinth.mails m
     set state = 'sending', claim = plinth.uuid_v7(), attempts = attempts + 1,
         claimed_until = now() + ${LEASE} * interval '1 second'
   where m.id = (select n.id
                   from plinth.mails n
                  where (n.state = 'waiting' and n.due_at <= now() and (n.expires_at is null or n.expires_at >= now())
                         or n.state = 'sending' and n.claimed_until < now() and n.handed_at is null)
                    and ${MAY_ACT}
                    and ${whose}
                    and exists (select from plinth.secrets s where s.name = 'smtp')
                  order by ${order}
                  limit 1
                    for update skip locked)
  returning ${STARTER} as starter, m.id, m.claim, m.kind, m.recipient, m.subject, m.content, m.attempts`;

/** @param {string} [text] */
const shortened = (text) => text?.slice(0, LONGEST_ANSWER) || null;

/** The end of an attempt. @param {Outcome} outcome */
const endOf = (outcome) => ({
  claim: null,
  claimed_until: null,
  handed_at: null,
  error: 'error' in outcome ? outcome.error : null,
  answer: shortened(outcome.answer),
});

/** @param {number} seconds */
const dueIn = (seconds) => ({ due_at: k.raw("now() + ? * interval '1 second'", [seconds]) });

const DONE = { done_at: k.fn.now(), content: k.raw(CONTENT_LEFT) };
