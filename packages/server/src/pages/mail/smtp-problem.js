/** @import { Values } from '@plinth/plugin' */
/**
 * What went wrong with a mail server, for people: a code whose words are `admin.mail.problem.*`, and whether another
 * attempt can help. `connection`: it concerns every mail, not this one.
 *
 * @typedef {{ code: 'unreachable' | 'timeout' | 'tls' | 'auth' | 'sender' | 'recipient' | 'refused' | 'protocol' | 'locked',
 *   permanent: boolean, connection: boolean, answer: string }} SmtpProblem
 */

/**
 * @param {unknown} error from nodemailer
 * @param {{ password?: string }} [settings] of which nothing may be in the answer
 * @returns {SmtpProblem}
 */
export function smtpProblem(error, { password } = {}) {
  const { code, command = '', responseCode, response, message } = /** @type {Values} */ (error ?? {});
  const answer = withoutSecret(String(response || message || ''), password);
  const isRefused = code === 'EENVELOPE' || code === 'EMESSAGE';
  return { code: problemCode(error), permanent: isRefused && responseCode >= 500, connection: !isRefused, answer };

  /** @param {unknown} of @returns {SmtpProblem['code']} */
  function problemCode(of) {
    if (code === 'STORED_SECRET_LOCKED') return 'locked';
    if (isRefused) return refusal(command, responseCode);
    if (code === 'EAUTH' || code === 'ENOAUTH') return 'auth';
    if (code === 'ETIMEDOUT' || /timeout|timed out/i.test(message)) return 'timeout';
    if (code === 'ETLS' || isTls(of)) return 'tls';
    if (code === 'EPROTOCOL' || responseCode) return 'protocol';
    return 'unreachable';
  }
}

/** @param {string} command @param {number | undefined} responseCode @returns {SmtpProblem['code']} */
function refusal(command, responseCode) {
  if (responseCode === 530) return 'auth';
  if (command.startsWith('MAIL')) return 'sender';
  return command.startsWith('RCPT') ? 'recipient' : 'refused';
}

/** @param {any} error */
const isTls = ({ originalCode = '', code = '', message = '' }) =>
  /CERT|SSL|TLS|SELF_SIGNED|ERR_TLS|EPROTO$/.test(`${originalCode} ${code}`) ||
  /certificate|\bssl\b|\btls\b|wrong version number/i.test(message);

/** A server may repeat what it was sent. @param {string} text @param {string} [password] */
function withoutSecret(text, password) {
  const line = text.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
  if (!password) return line;
  const forms = [password, Buffer.from(password).toString('base64').replace(/=+$/, '')];
  return forms.reduce((rest, form) => rest.replaceAll(form, '***'), line);
}
