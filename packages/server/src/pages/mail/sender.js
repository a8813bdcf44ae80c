/** @import { ClaimedMail } from '@plinth/data' */
/** @import { SiteSettings, Values } from '@plinth/plugin' */
/** @import { Log } from '../../types.d.ts' */
/** @import { SendingOutbox } from './letters.js' */
/** @import { Smtp } from './smtp-session.js' */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@plinth/plugin';
import { LetterError, letterOf } from './letters.js';
import { smtpProblem } from './smtp-problem.js';
import { openSmtp } from './smtp-session.js';

/** How long a mail that is being sent may take when the process ends, in ms. */
const PATIENCE = 5000;

/**
 * Sends what is due in the outbox, one mail after another. Each process has a sender; a mail is claimed by one of them.
 *
 * @param {{ outbox: SendingOutbox, smtp: () => Promise<Smtp | null>, site: () => { settings: SiteSettings, baseUrl: string },
 *   log: Log, patience?: number }} parts
 */
export function createSender({ outbox, smtp, site, log, patience = PATIENCE }) {
  /** @type {Promise<void> | null} */
  let running = null;
  let isAskedAgain = false;
  let isClosing = false;
  const connection = createConnection();
  /** A file that is being made is not waited for. @type {PromiseWithResolvers<never>} */
  const ending = Promise.withResolvers();
  ending.promise.catch(() => {});

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
      connection.close();
    }
  }

  /** @param {ClaimedMail} mail @returns {Promise<boolean>} whether the mail server works */
  async function sendOne(mail) {
    /** @type {Smtp | null} */
    let settings = null;
    let isHanded = false;
    const hand = async () => {
      if (!(await outbox.hand(mail))) throw new Error('The mail is no longer to be sent by this process');
      isHanded = true;
    };
    const said = { mail: mail.id, kind: mail.kind, attempts: mail.attempts };
    try {
      settings = await smtp();
      const letter = await Promise.race([letterOf({ outbox, site }, mail), ending.promise]);
      const session = await connection.to(/** @type {Smtp} */ (settings));
      const answer = await session.send(letter, hand);
      await outbox.settle(mail, { state: 'sent', answer });
      log.info('mail sent', said);
      return true;
    } catch (error) {
      const { outcome, works, isUnwritten } = afterError(error, isHanded, settings);
      if (!isUnwritten) connection.close();
      const state = await outbox.settle(mail, outcome);
      log.warn('mail not sent', { ...said, state, problem: outcome.error });
      return works;
    }
  }

  return {
    send,

    /** Waits for the mail that is being sent; the others stay in the outbox for another process, or the next start. */
    async close() {
      isClosing = true;
      if (!running) return;
      await Promise.race([running, sleep(patience, undefined, { ref: false })]);
      connection.close();
      ending.reject(new LetterError(new AppError('PDF_BUSY', 'The server is being stopped', { status: 503 })));
      await running;
    },
  };
}

/** To the mail server, kept while there are mails. */
function createConnection() {
  /** @type {Awaited<ReturnType<typeof openSmtp>> | null} */
  let session = null;
  return {
    /** @param {Smtp} smtp */
    async to(smtp) {
      session ??= await connected(smtp);
      return session;
    },
    close() {
      session?.close();
      session = null;
    },
  };
}

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
 * @returns {{ outcome: { state: 'unclear' | 'failed' | 'waiting', error: string, answer?: string }, works: boolean, isUnwritten?: boolean }}
 *   works: the mail server; isUnwritten: it was not asked
 */
function afterError(error, isHanded, settings) {
  if (error instanceof LetterError) return { outcome: error.outcome, works: true, isUnwritten: true };
  const { code, answer, permanent, connection } = smtpProblem(error, settings ?? {});
  // The server has the whole text and never said what became of it.
  const isUnclear = isHanded && !(/** @type {Values} */ (error).responseCode);
  const state = isUnclear ? 'unclear' : permanent ? 'failed' : 'waiting';
  return { outcome: { state, error: code, answer }, works: !connection && !isUnclear };
}
