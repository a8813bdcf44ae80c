import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { requestsOf } from './requests.js';
import { openSite } from './site.js';
import { sendRaw } from './send-raw.js';

/** @import { Recorded } from './requests.js' */
/** @import { Answer } from './send-raw.js' */

/**
 * Answers of a repository's server to one set of requests, to be compared with those of another state of the code:
 *
 *   node scripts/recorded-requests/record.js <repository> <file>      then: compare.js <before> <after>
 *
 * What differs from run to run (ids, times, tokens) is replaced by its kind; of encodings the unpacked bytes count.
 */
const [, , repository = '.', target = 'recorded.json'] = process.argv;

const { startTestServer } = await import(
  pathToFileURL(path.resolve(repository, 'packages/server/src/testing/index.js')).href
);
const site = await openSite(startTestServer, path.resolve(repository));
/** @type {Record<string, any>} */
const recorded = {};
let count = 0;
for (const request of requestsOf(site.addresses)) {
  for (let round = 0; round < (request.again ? 2 : 1); round++) {
    const answers = await send(request);
    recorded[`${String(count).padStart(4, '0')} ${nameOf(request)}${round ? ' (again)' : ''}`] = answers.map(told);
    count++;
  }
}
await site.close();
writeFileSync(target, `${JSON.stringify(recorded, null, 1)}\n`);
console.log(`${count} requests recorded in ${target}`);
process.exit();

/** @param {Recorded} request */
function nameOf({ name, as = 'visitor', method = 'GET', path: address = '', headers = {}, body, raw }) {
  if (raw !== undefined) return `raw: ${name}`;
  const about = Object.entries(headers).map(([key, value]) => `${key}: ${value}`);
  return normal([as, method, address.slice(0, 80), ...about, name ?? body?.slice(0, 60) ?? ''].join(' | '));
}

/** @param {Recorded} request @returns {Promise<Answer[]>} */
async function send({ as = 'visitor', method = 'GET', path: address = '/', headers = {}, body, raw, cut, methods }) {
  if (raw !== undefined) return sendRaw(site.port, raw, { methods: methods ?? ['GET'], cut });
  const own = site.headersOf(as);
  /** @type {Record<string, string>} */
  const all = { host: 'plinth.test', accept: 'text/html', ...own, ...headers };
  if (Object.values(all).some((value) => value.includes('$etag'))) {
    const [{ headers: of }] = await send({ as, path: address });
    const etag = new Map(of).get('etag') ?? '"no etag"';
    for (const [name, value] of Object.entries(all)) all[name] = value.replace('$etag', etag);
  }
  if (body !== undefined) all['content-length'] = String(Buffer.byteLength(body));
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${address} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return sendRaw(site.port, head + (body ?? ''), { methods: [method], cut });
}

/** @param {Answer} answer */
function told({ status, headers, body }) {
  const isText = /text|json|javascript|svg/.test(new Map(headers).get('content-type') ?? 'text');
  const text = isText ? normal(body.toString('utf8')) : '';
  const isSame = isText && text === body.toString('utf8');
  const hash = createHash('sha256')
    .update(isText ? text : body)
    .digest('hex')
    .slice(0, 16);
  const kept = headers.filter(([name]) => name !== 'date' && name !== 'keep-alive');
  const lines = kept.map(([name, value]) => {
    if (name === 'content-length' && isText && (!isSame || body.length === 0)) return [name, '<n>'];
    if (name === 'etag') return [name, value.replace(/"[^"]+"/, '"…"')];
    return [name, normal(value)];
  });
  return { status, headers: lines.sort((a, b) => a.join().localeCompare(b.join())), hash, text: text.slice(0, 20_000) };
}

/** @param {string} text */
function normal(text) {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
    .replace(/\/assets\/[0-9a-f]{12}\//g, '/assets/<hash>/')
    .replace(/site\.css\?v=[\w-]+/g, 'site.css?v=<hash>')
    .replace(/plinth_session=[^;]+/g, 'plinth_session=<token>')
    .replace(/\b[0-9a-f]{16}\b/g, '<request>')
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+-]\d\d(:\d\d)?)?/g, '<time>')
    .replace(/[A-Z][a-z]{2} \d+, \d{4}, [\d:]+\s[AP]M/g, '<time>')
    .replace(/\b\d+ (seconds?|minutes?) ago|(?<=data-pl-relative(?:="")?>)now/g, '<ago>')
    .replace(/(after=|"next":")[\w-]+/g, '$1<cursor>')
    .replace(/\b(dur=)[\d.]+/g, '$1<ms>')
    .replace(/, \d+ hits/g, ', <n> hits')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
    .replace(/^((?:plinth|process|nodejs)_\S+) \S+$/gm, '$1 <n>');
}
