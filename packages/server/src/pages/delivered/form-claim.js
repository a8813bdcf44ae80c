/** @import { Form, Request } from '../../types.d.ts' */
import { hash } from 'node:crypto';
import { ONCE } from '../../http/once/claim-press.js';

const LONGEST = 100;

/**
 * What tells a form that arrives twice from two equal forms: a browser sends a form again, without asking, if its
 * connection breaks before the answer. The claim covers everything posted, so other input is never taken for the same.
 *
 * @param {Request} req @param {Form} form
 * @returns {{ key: string, request: Buffer } | null} null: sent without the script, or by a visitor
 */
export function formClaim(req, form) {
  const once = form.get(ONCE);
  if (!once || once.length > LONGEST || req.ctx.actor.userId === null) return null;
  const files = form.files.map(({ field, name, mime }) => [field, name, mime]);
  const request = hash(
    'sha256',
    JSON.stringify([req.ctx.actor.userId, req.originalUrl, form.entries, files]),
    'buffer',
  );
  return { key: `form:${request.toString('base64url')}`, request };
}

/**
 * The id of the change that a form makes: the same if it arrives again, so that both answers offer to undo it.
 *
 * @param {{ request: Buffer }} claim @returns {string} a UUID
 */
export function changeOf({ request }) {
  const hex = request.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
