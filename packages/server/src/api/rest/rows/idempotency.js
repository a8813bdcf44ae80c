/** @import { Request } from '../../../types.d.ts' */
import { hash } from 'node:crypto';
import { LIMITS } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';
import { loginRequired } from './open-table.js';

const FORM = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyCharacters}}$`);

/**
 * The identity of a request with an Idempotency-Key: the key, and a hash of everything that it asks for.
 *
 * @param {Request} req @param {unknown} body
 * @returns {{ key: string, request: Buffer } | null} null without a key
 * @throws {AppError} IDEMPOTENCY_KEY_INVALID (400), LOGIN_REQUIRED (401)
 */
export function claimOf(req, body) {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !FORM.test(key)) {
    throw new AppError(
      'IDEMPOTENCY_KEY_INVALID',
      phrase`An Idempotency-Key must have 1 to ${LIMITS.idempotencyCharacters} visible ASCII characters`,
      {
        status: 400,
        hint: 'Use a random UUID, for example',
      },
    );
  }
  // A key belongs to a user: another visitor must not get this one's response.
  if (!req.ctx.user) throw loginRequired();
  // A limited token must not get responses that its owner got without limits.
  const { scope = null } = req.ctx.actor;
  const asked = JSON.stringify([req.method, req.url, req.headers['if-match'] ?? null, body, ...(scope ? [scope] : [])]);
  return { key, request: hash('sha256', asked, 'buffer') };
}

/** Tells the client whether the response was replayed. @param {boolean} replayed @returns {Record<string, string>} */
export const replayedHeader = (replayed) => (replayed ? { 'idempotency-replayed': 'true' } : {});
