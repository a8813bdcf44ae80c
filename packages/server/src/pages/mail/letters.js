/** @import { ClaimedMail, Outbox } from '@plinth/data' */
/** @import { SiteSettings } from '@plinth/plugin' */
/** @import { Letter } from './smtp-session.js' */
import { AppError } from '@plinth/plugin';
import { layOut } from './layout.js';

/**
 * The outbox with the files of a mail that is to be sent now.
 *
 * @typedef {Outbox & { files: { of(mail: string): Promise<readonly { name: string, mime: string, data: Buffer }[]> } }} SendingOutbox
 */

/** Files of a mail could not be made. The mail server has nothing to do with it. */
export class LetterError extends Error {
  /** @param {AppError} cause */
  constructor(cause) {
    super(cause.message, { cause });
    const isFinal = cause.status < 500;
    /** @type {{ state: 'failed' | 'waiting', error: string }} */
    this.outcome = {
      state: isFinal ? 'failed' : 'waiting',
      error: cause.code === 'MAIL_TOO_LARGE' ? 'size' : isFinal ? 'pdf' : 'busy',
    };
  }
}

/**
 * A mail as it is sent. Its PDF files may take their time, so the mail server is asked afterwards.
 *
 * @param {{ outbox: SendingOutbox, site: () => { settings: SiteSettings, baseUrl: string } }} parts @param {ClaimedMail} mail
 * @returns {Promise<Letter>} @throws {LetterError}
 */
export async function letterOf({ outbox, site }, mail) {
  const attachments = await outbox.files.of(mail.id).catch((error) => {
    throw error instanceof AppError ? new LetterError(error) : error;
  });
  const { id, recipient: to, subject, content } = mail;
  return { id, to, subject, unsubscribe: content.unsubscribe, attachments, ...layOut(mail, site()) };
}
