/** @import { Run } from './perform.js' */
import { inputInvalid } from '@plinth/plugin';
import { createHourlyLimit } from './hourly-limit.js';

/**
 * `plinth.mail({ to, subject, text })`: puts a mail into the outbox.
 *
 * @param {Pick<import('./create-functions.js').Context, 'catalog' | 'db' | 'outbox'>} context
 */
export function createMailOperation({ catalog, db, outbox }) {
  const takeOne = createHourlyLimit(db, 'mail');

  /** @param {Run} run @param {any} mail */
  return async (run, { to, subject, text } = {}) => {
    for (const [name, value] of Object.entries({ to, subject, text }))
      if (typeof value !== 'string' || value.trim() === '') throw inputInvalid({ [name]: 'must be text' });
    await takeOne(run);
    await outbox.add({
      kind: 'action',
      to,
      subject,
      causedBy: run.caller.userId,
      content: { locale: catalog().settings.locale, blocks: [{ markdown: text, plain: text }] },
    });
    return { isSetUp: await outbox.isSetUp() };
  };
}
