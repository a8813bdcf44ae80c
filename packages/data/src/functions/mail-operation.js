/** @import { Run } from './perform.js' */
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { sql } from '../sql/index.js';

/** Mails of one person, or of one function called by visitors, in an hour. */
const MOST = 100;

/**
 * `plinth.mail({ to, subject, text })`: puts a mail into the outbox.
 *
 * @param {Pick<import('./create-functions.js').Context, 'catalog' | 'db' | 'outbox'>} context
 */
export function createMailOperation({ catalog, db, outbox }) {
  /** @param {Run} run @param {any} mail */
  return async ({ fn, caller }, { to, subject, text } = {}) => {
    if (caller.userId === null && fn.runAs !== 'system')
      throw new AppError('LOGIN_REQUIRED', 'Log in to continue', { status: 401 });
    for (const [name, value] of Object.entries({ to, subject, text }))
      if (typeof value !== 'string' || value.trim() === '') throw inputInvalid({ [name]: 'must be text' });
    await takeOne(caller.userId ?? `function:${fn.id}`);
    await outbox.add({
      ...{ kind: 'action', to, subject, causedBy: caller.userId },
      content: { locale: catalog().settings.locale, blocks: [{ markdown: text, plain: text }] },
    });
    return { isSetUp: await outbox.isSetUp() };
  };

  /** @param {string} who */
  async function takeOne(who) {
    const { rows } = await db.query(
      sql`select plinth.take_attempt(${`mail:${who}`}, ${MOST}, '1 hour'::interval) as wait`,
    );
    const minutes = Math.ceil(Number(rows[0].wait) / 60);
    if (minutes <= 0) return;
    throw new AppError('TOO_MANY_TRIES', 'Too many attempts', {
      ...{ status: 429, details: { retryAfter: minutes * 60 } },
      hint: phrase`Wait ${phrase`${minutes} minutes`} and try again`,
    });
  }
}
