/** @import { Actor, Values } from '@plinth/plugin' */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET = 'benchmark_results';

/**
 * Creates the token for sending results to this server and revokes the previous one. Only its hash is stored.
 *
 * @param {Values} data @param {Actor} actor an admin
 * @returns {Promise<string>}
 */
export async function makeResultToken(data, actor) {
  // Never starts with a dash, which a command line would read as an option.
  const token = `plr_${randomBytes(32).toString('base64url')}`;
  await data.people.secrets.write(actor, SECRET, { sha256: hash(token).toString('hex') });
  return token;
}

/** @param {Values} data @param {string | undefined} header Authorization @returns {Promise<boolean>} */
export async function isResultToken(data, header) {
  const token = /^Bearer ((?:plr_)?[\w-]{43})$/.exec(header ?? '')?.[1];
  if (!token) return false;
  const known = await data.people.secrets.read(SECRET);
  return typeof known?.sha256 === 'string' && timingSafeEqual(hash(token), Buffer.from(known.sha256, 'hex'));
}

/** The token is random and as long as its hash, so no slow hash is needed. @param {string} token */
const hash = (token) => createHash('sha256').update(token).digest();
