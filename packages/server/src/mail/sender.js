/** @import { ClaimedMail, Outbox } from '@plinth/data' */
/** @import { SiteSettings } from '@plinth/plugin' */
/** @import { Log } from '../types.d.ts' */
/** @import { Smtp } from './smtp-session.js' */
import { setTimeout as sleep } from 'node:timers/promises';
import { layOut } from './layout.js';
import { smtpProblem } from './smtp-problem.js';
import { openSmtp } from './smtp-session.js';

/** How long a mail that is being sent may take when the process ends, in ms. */
const PATIENCE = 5000;

/**
 * Sends what is due in the outbox, one mail after another. Each process has a sender; a mail is claimed by one of them.
 *
 * @param {{ outbox: Outbox, smtp: () => Promise<Smtp | null>, site: () => { settings: SiteSettings, baseUrl: string },
 *   log: Log }} parts
 */
export function createSender({ outbox, smtp, site, log }) {
  /** @type {Promise<void> | null} */
  let running = null;
  let isAskedAgain = false;
  let isClosing = false;
  /** @type {Awaited<ReturnType<typeof openSmtp>> | null} */
  let session = null;

  /** Sends until nothing is due. Mail that comes meanwhile is sent, too. @returns {Promise<void>} */
  function send() {
    isAskedAgain = true;
    running ??= run().finally(() => (running = null));
    return running;
  }

  async function run() {
    try {
      while (isAskedAgain && !isClosing) {
        isAskedAgain = false;
        // A server that can't be reached would make every other mail wait for its own time-out.
        for (let mail = await outbox.claim(); mail && (await sendOne(mail)) && !isClosing;) mail = await outbox.claim();
      }
    } catch (error) {
      // Without a database, the next minute tries again.
      log.debug('outbox not read', { error });
    } finally {
      session?.close();
      session = null;
    }
  }

  const letterOf = createLetters({ outbox, site });

  /** @param {ClaimedMail} mail @returns {Promise<boolean>} whether the mail server works */
  async function sendOne(mail) {
    const settings = await smtp();
    let isHanded = false;
    const hand = async () => {
      if (!(await outbox.hand(mail))) throw new Error('The mail is no longer to be sent by this process');
      isHanded = true;
    };
    const { id, kind, attempts } = mail;
    try {
      session ??= await connected(/** @type {Smtp} */ (settings));
      const answer = await session.send(await letterOf(mail), hand);
      await outbox.settle(mail, { state: 'sent', answer });
      log.info('mail sent', { mail: id, kind, attempts });
      return true;
    } catch (error) {
      session?.close();
      session = null;
      const { outcome, works } = afterError(error, isHanded, settings);
      const state = await outbox.settle(mail, outcome);
      log.warn('mail not sent', { mail: id, kind, attempts, state, problem: outcome.error });
      return works;
    }
  }

  return {
    send,

    /** Waits for the mail that is being sent; the others stay in the outbox for another process, or the next start. */
    async close() {
      isClosing = true;
      if (!running) return;
      await Promise.race([running, sleep(PATIENCE, undefined, { ref: false })]);
      session?.close();
      await running;
    },
  };
}

/** @param {{ outbox: Outbox, site: () => { settings: SiteSettings, baseUrl: string } }} parts */
const createLetters =
  ({ outbox, site }) =>
  /** @param {ClaimedMail} mail @returns {Promise<import('./smtp-session.js').Letter>} */
  async (mail) => ({
    ...{ id: mail.id, to: mail.recipient, subject: mail.subject, unsubscribe: mail.content.unsubscribe },
    ...{ attachments: await outbox.attachments.of(mail.id), ...layOut(mail, site()) },
  });

/** @param {Smtp} smtp */
async function connected(smtp) {
  const session = await openSmtp(smtp);
  try {
    await session.open();
    return session;
  } catch (error) {
    session.close();
    throw error;
  }
}

/**
 * @param {unknown} error @param {boolean} isHanded @param {Smtp | null} settings
 * @returns {{ outcome: { state: 'unclear' | 'failed' | 'waiting', error: string, answer: string }, works: boolean }}
 */
function afterError(error, isHanded, settings) {
  const { code, answer, permanent, connection } = smtpProblem(error, settings ?? {});
  // The server has the whole text and never said what became of it.
  const isUnclear = isHanded && !(/** @type {any} */ (error).responseCode);
  const state = isUnclear ? 'unclear' : permanent ? 'failed' : 'waiting';
  return { outcome: { state, error: code, answer }, works: !connection && !isUnclear };
}
