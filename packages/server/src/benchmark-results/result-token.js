/** @import { Actor } from '@plinth/plugin' */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET = 'benchmark_results';

/**
 * Makes the token with which results may be sent to this server; the one before ends. Only its hash is kept.
 *
 * @param {any} data @param {Actor} actor an admin
 * @returns {Promise<string>}
 */
export async function makeResultToken(data, actor) {
  // Never with a dash in front, which a command line would take for an option.
  const token = `plr_${randomBytes(32).toString('base64url')}`;
  await data.people.secrets.write(actor, SECRET, { sha256: hash(token).toString('hex') });
  return token;
}

/** @param {any} data @param {string | undefined} header Authorization @returns {Promise<boolean>} */
export async function isResultToken(data, header) {
  const token = /^Bearer ((?:plr_)?[\w-]{43})$/.exec(header ?? '')?.[1];
  if (!token) return false;
  const known = await data.people.secrets.read(SECRET);
  return typeof known?.sha256 === 'string' && timingSafeEqual(hash(token), Buffer.from(known.sha256, 'hex'));
}

/** It is as long as its hash and random, so no slow hash is needed. @param {string} token */
const hash = (token) => createHash('sha256').update(token).digest();
