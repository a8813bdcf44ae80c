/** @import { Mail, MailBlock } from './types.d.ts' */
import { AppError } from '@plinth/plugin';
import { storedJson } from '../../postgres/sql/stored-json.js';

const LONGEST_SUBJECT = 300;
const LONGEST_TEXT = 200_000;
/** One address without a name. Quoted local parts, comments and lists are legal in mail, but never intended here. */
const ADDRESS = /^[^\s@<>()[\],;:"\\]{1,64}@[^\s@<>()[\],;:"\\]{1,253}$/;

/**
 * A mail in the form in which it is stored.
 *
 * @param {Mail} mail
 * @throws {AppError} MAIL_ADDRESS_INVALID
 */
export function checkMail({ kind, to, subject, content, secret = false, expiresAt = null, causedBy = null }) {
  const recipient = checkAddress(to);
  const blocks = content.blocks.map(limited);
  return {
    kind,
    recipient,
    subject: oneLine(subject).slice(0, LONGEST_SUBJECT),
    is_secret: secret,
    content: storedJson({ ...content, blocks }),
    expires_at: expiresAt,
    caused_by: causedBy,
  };
}

/** @param {unknown} address @returns {string} @throws {AppError} MAIL_ADDRESS_INVALID */
export function checkAddress(address) {
  const text = typeof address === 'string' ? address.trim() : '';
  if (ADDRESS.test(text)) return text;
  throw new AppError('MAIL_ADDRESS_INVALID', 'This is not an e-mail address', {
    status: 422,
    hint: 'Use one address such as name@example.com',
  });
}

/** Line breaks would start another header. @param {string} text */
// eslint-disable-next-line no-control-regex -- control characters are what must not be in a header
const oneLine = (text) => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();

/** @param {MailBlock} block @returns {MailBlock} */
function limited(block) {
  if ('table' in block || 'list' in block || 'values' in block) return block;
  const entries = Object.entries(block).map(([name, value]) => [name, value.slice(0, LONGEST_TEXT)]);
  return Object.fromEntries(entries);
}
