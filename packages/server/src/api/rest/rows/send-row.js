/** @import { Row } from '@plinth/plugin' */
/** @import { Request, Response } from '../../../types.d.ts' */
import { hash } from 'node:crypto';
import { namesVersion } from '../../../http/requests/answer.js';

const TYPE = 'application/json; charset=utf-8';

/**
 * Version of a row for its reader: it changes exactly when something changes that they may read.
 *
 * @param {string} json
 */
export const etagOf = (json) => `"${hash('sha256', json, 'base64url').slice(0, 22)}"`;

/**
 * One row. The head is written directly, because this is the most frequent request of programs.
 *
 * @param {Request} req @param {Response} res @param {Row} row
 * @param {{ status?: number, location?: string, replayed?: boolean }} [options]
 */
export function sendRow(req, res, row, { status = 200, location, replayed } = {}) {
  const json = JSON.stringify(row);
  const etag = etagOf(json);
  const known = req.method === 'GET' || req.method === 'HEAD' ? req.headers['if-none-match'] : undefined;
  if (known !== undefined && namesVersion(known, etag)) {
    res.writeWholeHead(304, [...res.base.flat, ...own(res), 'etag', etag]);
    return void res.end();
  }
  const head = [
    ...res.base.flat,
    ...own(res),
    'content-type',
    TYPE,
    'cache-control',
    'private, no-cache',
    'etag',
    etag,
    'vary',
    'Authorization, Cookie',
    'content-length',
    String(Buffer.byteLength(json)),
  ];
  if (location !== undefined) head.push('location', location);
  if (replayed) head.push('idempotency-replayed', 'true');
  if (res.destroyed) return;
  res.writeWholeHead(status, head);
  res.end(req.method === 'HEAD' ? undefined : json);
}

/** Headers that were set before, such as those of CORS. @param {Response} res @returns {string[]} */
function own(res) {
  const names = res.getHeaderNames();
  return names.length === 0 ? [] : names.flatMap((name) => [name, String(res.getHeader(name))]);
}

/** @param {import('@plinth/plugin').Table} table @param {Row} row */
export const locationOf = (table, { id }) => `/api/v1/tables/${table.name}/rows/${id}`;
