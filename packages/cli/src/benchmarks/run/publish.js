import { AppError } from '@plinth/plugin';
import { withApp } from '../../frame/with-app.js';
import { ask } from './probe.js';

/** @import { CommandContext } from '../../types.d.ts' */
/** @import { Options, Results } from '../types.d.ts' */

const PATH = '/benchmark-results';

/** Dashboards accept no longer command line; the file has all of it. */
const LONGEST_COMMAND = 300;

/** An empty upload, sent the same way: a server that refuses it would also refuse the results. */
const NOTHING = Object.freeze({
  format: 1,
  started: '2026-01-01T00:00:00.000Z',
  command: '',
  machine: {},
  measurements: [],
});

/**
 * Checks that the results can be stored before the long part begins.
 *
 * @param {CommandContext} ctx @param {Options} options
 */
export async function requireKeepers(ctx, { store, publish }) {
  if (store) await storeHere(ctx, NOTHING);
  if (publish) await send(publish.url, publish.token, NOTHING);
}

/** @param {CommandContext} ctx @param {Options} options @param {Results} all */
export async function keepResults(ctx, { store, publish }, all) {
  const results = { ...all, command: all.command.slice(0, LONGEST_COMMAND) };
  if (store) ctx.note(`Stored here: ${said(await storeHere(ctx, results))}`);
  if (publish)
    ctx.note(`Stored at ${publish.url}: ${said(await send(publish.url, publish.token, withoutRounds(results)))}`);
}

/** @param {{ runs: number, results: number }} stored */
const said = ({ runs, results }) => `runs ${runs}, results ${results}`;

/**
 * Stores results in the benchmark dashboard of this data folder's server.
 *
 * @param {CommandContext} ctx @param {object} results
 * @returns {Promise<{ runs: number, results: number }>}
 */
async function storeHere(ctx, results) {
  const { readResults, storeResults } = await import('@plinth/server/benchmark-results');
  return withApp(ctx, ({ data }, operator) => storeResults(data, operator, readResults(results)));
}

/**
 * Sends results to the dashboard of another Plinth.
 *
 * @param {string} url @param {string} token @param {object} results
 * @returns {Promise<{ runs: number, results: number }>}
 * @throws {AppError} BENCHMARK_NOT_PUBLISHED, BENCHMARK_UNREACHABLE
 */
async function send(url, token, results) {
  const headers = { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${token}` };
  const { status, bytes } = await ask(url + PATH, {
    method: 'POST',
    headers,
    body: JSON.stringify(results),
  });
  const answer = parsed(bytes.toString());
  if (status === 201) return answer;
  throw new AppError(
    'BENCHMARK_NOT_PUBLISHED',
    `${url} did not take the results: ${answer?.title ?? `status ${status}`}`,
    {
      status: 502,
      hint: answer?.hint ?? 'Is it a Plinth of this version, with the app "benchmark-dashboard"?',
    },
  );
}

/** The dashboard stores medians and extremes only. @param {Results} results */
const withoutRounds = ({ measurements, ...rest }) => ({
  ...rest,
  others: {},
  measurements: measurements.map(({ rounds: _rounds, ...one }) => one),
});

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
