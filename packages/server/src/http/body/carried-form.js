/** @import { Form, Request } from '../../types.d.ts' */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { AppError } from '@plinth/plugin';
import { createForm } from './form.js';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** The control that carries a form through the page that asks for the password. */
export const CARRIED = '_posted';
/** As long as the password counts as just entered. */
const LASTS_MS = 30 * 60_000;
/** More than any form that is read may have. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * What was posted, encrypted, so that no page, cache or browser history holds a secret that was typed: only the same
 * session can post it again, to the same address, for half an hour.
 *
 * @param {Request} req @param {readonly (readonly [string, string])[]} entries
 * @returns {Promise<string>}
 */
export async function carryForm(req, entries) {
  const text = await deflate(JSON.stringify({ until: Date.now() + LASTS_MS, entries }));
  const { keyId, sealed } = await req.ctx.app.data.vault.seal(bindingOf(req), text.toString('base64'));
  return `${keyId}.${sealed.toString('base64url')}`;
}

/**
 * A form that was carried, with what was added to it. Any other is given back.
 *
 * @param {Request} req @param {Form} form
 * @returns {Promise<Form>}
 * @throws {AppError} FORM_TOO_OLD (409)
 */
export async function carriedForm(req, form) {
  const carried = form.get(CARRIED);
  if (carried === null) return form;
  const entries = req.ctx.session && (await open(req, carried));
  if (!entries) {
    throw new AppError('FORM_TOO_OLD', 'This form was filled in too long ago', {
      status: 409,
      hint: 'Go back, reload the page and fill it in again',
    });
  }
  return createForm([...entries, ...form.entries.filter(([name]) => name !== CARRIED)], form.files);
}

/** @param {Request} req @param {string} carried @returns {Promise<[string, string][] | null>} */
async function open(req, carried) {
  const [keyId, sealed = ''] = carried.split('.');
  const given = { keyId, sealed: Buffer.from(sealed, 'base64url') };
  const text = await req.ctx.app.data.vault.open(bindingOf(req), given);
  if (text === null) return null;
  const plain = await inflate(Buffer.from(text, 'base64'), { maxOutputLength: MOST_BYTES });
  const { until, entries } = JSON.parse(plain.toString());
  return until > Date.now() ? entries : null;
}

/** @param {Request} req */
const bindingOf = ({ ctx, originalUrl }) => `form:${ctx.session?.id}:${originalUrl}`;
