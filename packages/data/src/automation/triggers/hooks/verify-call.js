/** @import { Values } from '@plinth/plugin' */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Signed calls are accepted for this long before and after their time. */
const WINDOW_S = 5 * 60;

/**
 * Whether the caller knows the secret.
 *
 * @param {Values} options of the trigger @param {string | null} secret
 * @param {{ headers: Record<string, string>, raw: Buffer, now?: number }} call headers by name in lower case; now: in ms
 * @returns {{ proof: string | null } | null} null: no. `proof` must not come again
 */
export function verifyCall({ check = 'timed', header, timeHeader }, secret, { headers, raw, now = Date.now() }) {
  if (check === 'none') return { proof: null };
  const given = headers[String(header ?? 'x-hook-signature').toLowerCase()] ?? '';
  if (secret === null || given === '') return null;
  if (check === 'header') return same(given, secret) ? { proof: null } : null;
  const signature = given.replace(/^sha256=/i, '').toLowerCase();
  const hmac = createHmac('sha256', secret);
  if (check === 'timed') {
    const time = headers[String(timeHeader ?? 'x-hook-timestamp').toLowerCase()] ?? '';
    if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > WINDOW_S) return null;
    hmac.update(`${time}.`);
  }
  const right = same(signature, hmac.update(raw).digest('hex'));
  return right ? { proof: check === 'timed' ? signature : null } : null;
}

/** Takes the same time wherever they differ. @param {string} a @param {string} b */
function same(a, b) {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left, right);
}
