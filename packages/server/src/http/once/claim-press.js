/** @import { Form, Request, Response } from '../../types.d.ts' */
import { hash } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import { AppError } from '@plinth/plugin';
import { AnsweredBefore } from './answered-before.js';
import { openedPage } from './opened-page.js';
import { RunningPress } from './running-press.js';

/** Sent by the page's script (core-views/js/once.js), made anew for each press. */
export const ONCE = '_once';
const LONGEST = 100;
/** How long a second copy waits for the first: browsers and proxies give up after half a minute. */
const WAITS_MS = 25_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;
/** If nothing tells one press from the next, the same again within this time is a double click, or sent again. */
const SAME_WITHIN_S = 10;

/**
 * Addresses that need no key: programs bring keys of their own or none, logging in twice is no harm and its answer must not be
 * kept, and the others store the same thing again.
 */
const WITHOUT = /^\/(auth|api|fn|hook|hooks|mcp|csp-report|benchmark-results|places|notifications|files|preview)(\/|$)/;

/**
 * Lets a form that is posted run once: a second copy of it waits for the first and gets its answer. Copies have the same
 * key, sender, address and content.
 *
 * @param {Request} req @param {Response} res @param {Form} form
 * @throws {AnsweredBefore | AppError} STILL_RUNNING (409)
 */
export async function claimForm(req, res, form) {
  if (!needsKey(req)) return;
  const once = form.get(ONCE);
  const files = form.files.map(({ field, name, mime, size }) => [field, name, mime, size]);
  const content = JSON.stringify([form.entries, files]);
  if (once && once.length <= LONGEST) await claim(req, res, { who: senderOf(req), once, content });
  else if (isPressed(req)) await claim(req, res, { ...pressWithoutScripts(req), content });
}

/**
 * The same for a script that sends JSON, with the key in a header.
 *
 * @param {Request} req @param {Response} res @param {unknown} body
 */
export async function claimJson(req, res, body) {
  const once = req.headers['idempotency-key'];
  if (typeof once !== 'string' || once === '' || once.length > LONGEST || !needsKey(req)) return;
  await claim(req, res, { who: senderOf(req), once, content: JSON.stringify(body) });
}

/**
 * Whether a browser without scripts sends what somebody pressed. New ones say so; of others we know by the cookie, or that nobody
 * is signed in: programs of whoever is signed in send each on purpose.
 *
 * @param {Request} req
 */
function isPressed(req) {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': target, accept = '' } = req.headers;
  const byScript = target === 'empty' || accept.includes('json');
  return mode === 'navigate' || (!byScript && (!req.ctx.user || openedPage(req) !== null));
}

/**
 * What tells a press from another without scripts: the page that the browser has opened. A browser that keeps no cookie is
 * known by its address and what it says of itself.
 *
 * @param {Request} req @returns {{ who: unknown, once: string, repeats?: number }}
 */
function pressWithoutScripts(req) {
  const opened = openedPage(req);
  const sender = senderOf(req);
  if (opened) return { who: [sender, opened.browser], once: opened.page };
  const { address } = req.ctx;
  return { who: [sender, address, req.headers['user-agent'] ?? ''], once: '', repeats: SAME_WITHIN_S };
}

/** @param {Request} req */
const senderOf = ({ ctx }) => ctx.actor.userId ?? 'visitor';

/** @param {Request} req */
const needsKey = ({ claims, ctx, method, path = '' }) =>
  claims && ctx !== undefined && ctx.tokenId === null && method === 'POST' && !WITHOUT.test(path);

/** @param {Request} req @param {Response} res @param {{ who: unknown, once: string, content: string, repeats?: number }} sent */
async function claim(req, res, { who, once, content, repeats }) {
  const { presses } = req.ctx.app.data;
  const key = hash('sha256', JSON.stringify([who, once, req.originalUrl, content]), 'buffer');
  const end = performance.now() + WAITS_MS;
  // What has waited for the first copy is never a press of its own.
  let isFirst = true;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    if (await presses.claim(key, { repeats: isFirst ? repeats : undefined })) {
      res.press = new RunningPress(req.ctx.app, key);
      // A page is sent by setting each of its headers then, so that they can be read at the end.
      res.setHeader('cache-control', 'private, no-store');
      return;
    }
    const kept = await presses.answered(key);
    if (kept) throw new AnsweredBefore(kept);
    if (performance.now() > end || res.destroyed) throw stillRunning();
    isFirst = false;
    await later(pause);
  }
}

const stillRunning = () =>
  new AppError('STILL_RUNNING', 'This is still running', {
    status: 409,
    hint: 'Wait a moment, then reload the page to see the result',
  });
