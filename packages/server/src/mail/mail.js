/** @import { Log, Mail } from '../types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';

/**
 * Sends mail through the SMTP server that an admin has set up. The library is loaded for the first mail, since most
 * servers never send one.
 *
 * @param {{ secrets: { read(name: string): Promise<any> }, log: Log }} parts
 * @returns {Mail}
 */
export function createMail({ secrets, log }) {
  return {
    async ready() {
      return Boolean((await secrets.read('smtp'))?.host);
    },
    async send({ to, subject, text }) {
      const smtp = await secrets.read('smtp');
      if (!smtp?.host) {
        throw new AppError('MAIL_NOT_SET_UP', 'No mail server is set up', {
          status: 409,
          hint: 'Set one up in the admin under Settings, Mail',
        });
      }
      const { createTransport } = await import('nodemailer');
      const { host, port = 587, secure = false, user, password, from } = smtp;
      const transport = createTransport({
        host,
        port,
        secure,
        requireTLS: Boolean(user) && !secure,
        auth: user ? { user, pass: password } : undefined,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({ from, to: { name: '', address: to }, subject: oneLine(subject), text });
        log.info('mail sent', { subject: oneLine(subject) });
      } catch (error) {
        throw new AppError('MAIL_FAILED', phrase`The mail server "${host}" did not accept the mail`, {
          status: 502,
          hint: 'Check its name, port, user and password in the admin under Settings, Mail',
          cause: error,
        });
      } finally {
        transport.close();
      }
    },
  };
}

/** Line breaks would start another header. @param {string} text */
function oneLine(text) {
  return text.replace(/[\r\n]+/g, ' ');
}
