import { createHash } from 'node:crypto';
import { mailDate } from './mail-date.js';
import { parseMail } from './parse-mail.js';

/** Longer texts are cut, since runs are kept for a month. In characters. */
const MOST_TEXT = 100_000;
const MOST_LINE = 1000;
const MOST_ATTACHMENTS = 100;

/**
 * @typedef {{ event: Record<string, unknown>, from: string, isReply: boolean, digest: string }} ReadMail isReply: no person
 *   wrote it; digest: the same for each copy of a mail
 */

/** @param {Buffer} source @returns {Promise<ReadMail>} @throws {import('@plinth/plugin').AppError} MAIL_UNREADABLE (422) */
export async function readMail(source) {
  const mail = await parseMail(source);
  const [sender] = mailboxesOf([mail.from]);
  const event = {
    from: line(sender?.address),
    fromName: line(sender?.name),
    to: line(
      mailboxesOf(mail.to ?? [])
        .map(({ address }) => address)
        .join(', '),
    ),
    subject: line(mail.subject),
    text: clean(clean(mail.text || (mail.html && (await textOf(mail.html)))).slice(0, MOST_TEXT)),
    html: clean(clean(mail.html).slice(0, MOST_TEXT)),
    // The library reads a date without an offset in the machine's zone.
    date: mailDate((mail.headers ?? []).find(({ key }) => key === 'date')?.value),
    messageId: line(mail.messageId),
    attachments: (mail.attachments ?? []).slice(0, MOST_ATTACHMENTS).map(({ filename, mimeType, content }) => ({
      name: line(filename),
      type: line(mimeType),
      size: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    })),
  };
  const { messageId, date, from, subject, text } = event;
  const digest = createHash('sha256')
    .update(JSON.stringify([messageId, date, from, subject, text]))
    .digest('base64url');
  return { event, from: event.from, isReply: isReply(mail.headers ?? []), digest };
}

/** Many mails are HTML alone. The library puts it into words where it follows a text. @param {string} html */
async function textOf(html) {
  const part = (/** @type {string} */ type, /** @type {string} */ content) =>
    `--b\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: base64\n\n${Buffer.from(content).toString('base64')}\n`;
  const both = `${part('text/plain', ' ')}${part('text/html', html.slice(0, MOST_TEXT))}--b--\n`;
  const { text = '' } = await parseMail(Buffer.from(`Content-Type: multipart/mixed; boundary=b\n\n${both}`));
  return text.trim();
}

/** @param {readonly any[]} given addresses, and groups of them @returns {{ name: string, address: string }[]} */
const mailboxesOf = (given) => given.flatMap((one) => one?.group ?? (one ? [one] : []));

/** PostgreSQL stores neither zeros nor halves of characters. @param {string | null | undefined} text */
const clean = (text) => (text ?? '').toWellFormed().replaceAll('\0', '');

/** @param {string | null | undefined} text */
const line = (text) => clean(clean(text).slice(0, MOST_LINE));

/** RFC 3834, and what was used before it. @param {readonly { key: string, value: string }[]} headers */
const isReply = (headers) =>
  headers.some(
    ({ key, value }) =>
      (key === 'auto-submitted' && /^auto-replied/i.test(value)) ||
      ['x-autoreply', 'x-autorespond'].includes(key) ||
      (key === 'precedence' && /^auto_reply/i.test(value)),
  );

/**
 * Whether a mail is from one of these addresses or domains; none: from anybody.
 *
 * @param {string} from @param {string} [wanted]
 */
export function isFrom(from, wanted = '') {
  const all = wanted
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  const address = from.toLowerCase();
  return (
    all.length === 0 ||
    all.some((one) =>
      one.includes('@') && !one.startsWith('@') ? address === one : address.endsWith(`@${one.replace(/^@/, '')}`),
    )
  );
}
