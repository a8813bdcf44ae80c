/** @import { App, PageOptions, Request, Response } from '../../types.d.ts' */
import { performance } from 'node:perf_hooks';
import { chooseEncoding, compress, WORTH_COMPRESSING } from './compression.js';
import { countAnswer } from './in-share.js';
import { forScript } from './kept-nowhere.js';
import { HTML, PERSONAL, SHARED, VARY } from './security-headers.js';
import { viewingAsBar } from '../identity/viewing-as.js';

const encoder = new TextEncoder();

/**
 * @param {Request} req @param {Response} res @param {string | readonly string[] | Buffer} text perhaps in pieces
 * @param {{ status?: number, headers?: Record<string, string> }} options
 */
export function sendHtml(req, res, text, { status = 200, headers }) {
  if (headers === undefined && isUntouched(req, res)) return sendPage(req, res, bytesOf(text), status);
  send(req, res, text, { status, type: HTML, headers: headers ?? {} });
}

/** A page in pieces. @param {App} app @param {Request} req @param {PageOptions} options */
export function shellPage(app, req, { title, body, description = '', width, bare, styles, scripts, bar }) {
  const { catalog, actor, locale } = req.ctx;
  return app.views.shell.pieces({
    catalog,
    actor,
    locale,
    title,
    description,
    body,
    here: req.originalUrl,
    styles,
    scripts,
    bare,
    width,
    bar,
    above: viewingAsBar(req),
  });
}

/**
 * @param {Request} req @param {Response} res @param {string | readonly string[] | Buffer} text
 * @param {{ status: number, type: string, headers: Record<string, string> }} options
 */
export function send(req, res, text, { status, type, headers }) {
  const bytes = bytesOf(text);
  res.statusCode = status;
  res.setHeader('content-type', type);
  res.setHeader('cache-control', req.ctx?.user || res.hasHeader('set-cookie') ? PERSONAL : SHARED);
  res.setHeader('vary', VARY);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader('cache-control', forScript(req, String(res.getHeader('cache-control'))));
  if (req.ctx?.isAdmin) res.setHeader('server-timing', timing(req));
  const encoding = bytes.length >= WORTH_COMPRESSING ? chooseEncoding(req.headers['accept-encoding']) : null;
  if (!encoding) return finish(res, bytes);
  const sendPacked = (/** @type {Buffer} */ packed) => {
    res.setHeader('content-encoding', encoding);
    finish(res, packed);
  };
  const packed = compress(bytes, encoding, 'once');
  if (!(packed instanceof Promise)) return sendPacked(packed);
  packed.then(sendPacked, () => finish(res, bytes));
}

/**
 * The bytes of a text, perhaps in pieces. `Buffer.from` reads a text twice, first to measure it; pages are Latin letters
 * for the most part, so here a guess comes first.
 *
 * @param {string | readonly string[] | Buffer} text
 */
export function bytesOf(text) {
  if (Buffer.isBuffer(text)) return text;
  const pieces = typeof text === 'string' ? [text] : text;
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const room = Buffer.allocUnsafeSlow(length + (length >> 4));
  let end = 0;
  for (const piece of pieces) {
    const { read, written } = encoder.encodeInto(piece, room.subarray(end));
    if (read < piece.length) return Buffer.from(pieces.join(''));
    end += written;
  }
  return room.subarray(0, end);
}

/** Whether a page can be sent with the standard headers alone. @param {Request} req @param {Response} res */
function isUntouched(req, res) {
  return req.ctx !== undefined && !req.ctx.isAdmin && res.getHeaderNames().length === 0;
}

/** @param {Request} req @param {Response} res @param {Buffer} bytes @param {number} status */
function sendPage(req, res, bytes, status) {
  const { shared, personal } = res.base.page;
  const head = req.ctx.user ? forScript(req, personal) : shared;
  const encoding = bytes.length >= WORTH_COMPRESSING ? chooseEncoding(req.headers['accept-encoding']) : null;
  const sendPlain = () => sendAtOnce(res, status, [...head, 'content-length', String(bytes.length)], bytes);
  if (!encoding) return sendPlain();
  const sendPacked = (/** @type {Buffer} */ packed) => {
    const own = ['content-encoding', encoding, 'content-length', String(packed.length)];
    sendAtOnce(res, status, [...head, ...own], packed);
  };
  const packed = compress(bytes, encoding, 'once');
  if (!(packed instanceof Promise)) return sendPacked(packed);
  packed.then(sendPacked, sendPlain);
}

/** @param {Response} res @param {number} status @param {string[]} head with everything @param {Buffer} bytes */
function sendAtOnce(res, status, head, bytes) {
  if ((res.destroyed && !res.press) || res.headersSent) return;
  countAnswer(res, bytes.length);
  res.writeWholeHead(status, head);
  res.end(bytes);
}

/** @param {Response} res @param {Buffer} bytes */
function finish(res, bytes) {
  if ((res.destroyed && !res.press) || res.writableEnded) return;
  countAnswer(res, bytes.length);
  res.setHeader('content-length', bytes.length);
  res.end(bytes);
}

/** The Server-Timing header, for admins. @param {Request} req */
function timing(req) {
  const { statements, started } = req.ctx;
  const render = Math.max(0, performance.now() - started - statements.ms);
  const { pages } = req.ctx.app;
  const cache = pages && `, cache;desc="miss; ${pages.state()}, ${pages.counts().hits} hits"`;
  return `sql;desc="${statements.count} statements";dur=${statements.ms.toFixed(1)}, render;dur=${render.toFixed(1)}${cache ?? ''}`;
}
