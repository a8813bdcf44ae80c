/** @import { App, Config, Log, Mail } from '../../types.d.ts' */
/** @import { Smtp } from './smtp-session.js' */
import { AppError, phrase } from '@plinth/plugin';
import { layOut } from './layout.js';
import { createSender } from './sender.js';
import { smtpProblem } from './smtp-problem.js';
import { openSmtp } from './smtp-session.js';

/**
 * E-mail through the SMTP server that an admin has set up. What is to be sent is put into the outbox (`data.outbox`).
 *
 * @param {{ data: Pick<App['data'], 'catalog' | 'outbox' | 'people'>, config: Config, log: Log }} parts
 * @returns {Mail}
 */
export function createMail({ data, config, log }) {
  const { outbox, people } = data;
  const smtp = async () => /** @type {Smtp | null} */ (await people.secrets.read('smtp'));
  const site = () => ({ settings: data.catalog().settings, baseUrl: config.baseUrl });
  const sender = createSender({ outbox, smtp, site, log });
  const off = outbox.onWaiting(() => void sender.send());

  return {
    ready: () => outbox.isSetUp(),
    send: () => sender.send(),

    async test({ to, subject, content }) {
      const settings = await smtp();
      if (!settings?.host) throw notSetUp();
      const session = await openSmtp(settings);
      try {
        await session.open();
        const id = crypto.randomUUID();
        return await session.send({ id, to, subject, ...layOut({ subject, content }, site()) }, async () => {});
      } catch (error) {
        const problem = smtpProblem(error, settings);
        throw new AppError('MAIL_FAILED', phrase`The mail server "${settings.host}" did not accept the mail`, {
          status: 502,
          hint: 'Check its name, port, user and password in the admin under Settings, Mail',
          details: { problem: problem.code, answer: problem.answer },
        });
      } finally {
        session.close();
      }
    },

    async close() {
      off();
      await sender.close();
    },
  };
}

function notSetUp() {
  return new AppError('MAIL_NOT_SET_UP', 'No mail server is set up', {
    status: 409,
    hint: 'Set one up in the admin under Settings, Mail',
  });
}
