import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { AppError } from '@plinth/plugin';
import { PATHS, PATHS_PAGE, STORED } from '../setup/names.js';

/** @typedef {{ status: number, headers: import('node:http').IncomingHttpHeaders, bytes: Buffer }} Answer */

const PATIENCE_MS = 30_000;

/**
 * One request and its response as transferred (still compressed, no redirect followed).
 *
 * @param {string} url @param {{ method?: string, headers?: Record<string, string>, body?: string }} [options]
 * @returns {Promise<Answer>}
 * @throws {AppError} BENCHMARK_UNREACHABLE
 */
export function ask(url, { method = 'GET', headers = {}, body } = {}) {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const unreachable = (/** @type {Error} */ error) =>
      reject(
        new AppError('BENCHMARK_UNREACHABLE', `${new URL(url).origin} does not answer: ${error.message}`, {
          status: 502,
          hint: 'Check the address, and whether the server runs.',
        }),
      );
    const sent = request(url, { method, headers, agent: false, timeout: PATIENCE_MS }, (res) => {
      /** @type {Buffer[]} */
      const chunks = [];
      res
        .on('data', (chunk) => chunks.push(chunk))
        .on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, bytes: Buffer.concat(chunks) }))
        .on('error', unreachable);
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer for 30 s'))).on('error', unreachable);
    sent.end(body);
  });
}

/**
 * The paths on a server prepared by plinth setup-benchmark. Those that differ between servers are found on its pages.
 *
 * @param {string} url
 * @returns {Promise<Record<string, string>>} by name of benchmark
 * @throws {AppError} BENCHMARK_NOT_SET_UP
 */
export async function findPaths(url) {
  const page = await ask(url + PATHS_PAGE);
  if (page.status !== 200) {
    throw new AppError('BENCHMARK_NOT_SET_UP', `${url}${PATHS_PAGE} answers ${page.status}`, {
      status: 404,
      hint: 'Run plinth setup-benchmark on that server. For another product give its paths: --paths FILE.',
    });
  }
  const text = page.bytes.toString();
  const style = /href="(\/assets\/[^"]*plinth\.css)"/.exec(text)?.[1];
  /** @type {Record<string, string>} */
  const paths = { ...(style && { static_file: style }) };
  for (const [benchmark, { name }] of Object.entries(STORED)) {
    const found = new RegExp(`href="(/files/[^"]*/${name.replace('.', '\\.')})"`).exec(text)?.[1];
    if (found) paths[benchmark] = found;
  }
  return { ...paths, ...PATHS };
}

/** Headers that servers write themselves for each response. */
const OWN = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'server',
  'via',
  'age',
]);

/** Those of an answer that another server has to be told to send. @param {Answer} answer @returns {[string, string][]} */
export const keptHeaders = ({ headers }) =>
  Object.entries(headers).flatMap(([name, value]) =>
    OWN.has(name) ? [] : [value].flat().map((one) => /** @type {[string, string]} */ ([name, String(one)])),
  );
