/** @import { App, Request, Response } from '../../types.d.ts' */
import { timingSafeEqual, createHash } from 'node:crypto';
import { isLoopback } from './client-address.js';
import { notFound } from './canonical-path.js';
import { createFigures, joinFigures } from './metrics-text.js';

/** Only a proxy sets these, so a local request with one of them comes from another machine. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * GET /metrics: metrics of all processes of this node in Prometheus' text format, for this machine, for holders of
 * METRICS_TOKEN and for admins. For others it is 404.
 *
 * @param {App} app
 * @returns {(req: Request, res: Response) => Promise<void>}
 */
export function metricsRoute(app) {
  return async (req, res) => {
    if (!isOnThisMachine(req) && !hasToken(req, app.config.metricsToken) && !req.ctx.isAdmin) throw notFound();
    const text = await nodeText(app);
    res.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' });
    res.end(text);
  };
}

/** @param {Request} req */
function isOnThisMachine(req) {
  return isLoopback(req.socket.remoteAddress ?? '') && PROXY_HEADERS.every((name) => req.headers[name] === undefined);
}

/** @param {Request} req @param {string | null | undefined} token */
function hasToken(req, token) {
  if (!token) return false;
  const digest = (/** @type {string} */ text) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(req.headers.authorization ?? ''), digest(`Bearer ${token}`));
}

/** The metrics of all workers, whichever receives the request. @param {App} app */
async function nodeText(app) {
  const [places = [], shared] = await Promise.all([app.peers?.collect(), sharedText(app)]);
  if (places.length === 0) return joinFigures([shared, await metricsText(app)]);
  const up = createFigures({});
  for (const { label, report } of places) {
    up.add('plinth_worker_up', 'gauge', 'Whether this worker responds', report ? 1 : 0, { worker: label });
  }
  return joinFigures([shared, up.text(), ...places.flatMap(({ report }) => report?.metrics ?? [])]);
}

/** What is the same for all processes of the database. Without the database it is left out. @param {App} app */
async function sharedText({ data, log }) {
  const figures = createFigures({});
  try {
    addQueues(figures, await data.queues());
  } catch (error) {
    log.warn('queues not read for /metrics', { error: String(error) });
  }
  return figures.text();
}

/** @param {ReturnType<typeof createFigures>} figures @param {Awaited<ReturnType<App['data']['queues']>>} queues */
function addQueues({ add }, queues) {
  const delay = 'Time since the oldest one was due; 0 if none is';
  add('plinth_trigger_runs_waiting', 'gauge', 'Runs of triggers that are due or wait', queues.triggersWaiting);
  add(
    'plinth_trigger_runs_failed',
    'gauge',
    'Runs of triggers that failed in the last 24 hours',
    queues.triggersFailed,
  );
  add('plinth_trigger_runs_delay_seconds', 'gauge', delay, queues.triggerDelay);
  const workflows = 'Open runs of workflows: with a step that is due, or waiting';
  add('plinth_workflow_runs', 'gauge', workflows, queues.workflowsRunning, { state: 'running' });
  add('plinth_workflow_runs', 'gauge', workflows, queues.workflowsWaiting, { state: 'waiting' });
  const mails = 'E-mail in the outbox';
  add('plinth_outbox_mails', 'gauge', mails, queues.mailsWaiting, { state: 'waiting' });
  add('plinth_outbox_mails', 'gauge', mails, queues.mailsSending, { state: 'sending' });
  add('plinth_outbox_delay_seconds', 'gauge', delay, queues.mailDelay);
}

/**
 * The metrics of this process alone, labelled with its worker slot, which its replacement takes over.
 *
 * @param {App} app
 */
export async function metricsText(app) {
  const figures = createFigures({ worker: app.peers?.label ?? '0' });
  addTraffic(figures, app);
  addDatabase(figures, app);
  await addStream(figures, app);
  if (app.pages) addPages(figures, app.pages.counts());
  addFunctions(figures, app.data.functions.runs.counters());
  addProcess(figures);
  return figures.text();
}

/** @param {ReturnType<typeof createFigures>} figures @param {App} app */
function addTraffic({ add }, { traffic }) {
  for (const { source, status, count } of traffic.answers()) {
    add('plinth_http_requests_total', 'counter', 'Responses by source and status', count, {
      source,
      status,
    });
  }
  const about = 'Response time';
  for (const { source, sum, count, buckets } of traffic.times()) {
    for (const { end, count: below } of buckets)
      add('plinth_http_request_seconds_bucket', 'histogram', about, below, { source, le: end });
    add('plinth_http_request_seconds_bucket', 'histogram', about, count, { source, le: '+Inf' });
    add('plinth_http_request_seconds_sum', 'histogram', about, sum, { source });
    add('plinth_http_request_seconds_count', 'histogram', about, count, { source });
  }
}

/** @param {ReturnType<typeof createFigures>} figures @param {App} app */
function addDatabase({ add }, { data }) {
  const { statements, roundTrips, transactions, connections, waiting } = data.db.counters();
  add('plinth_database_statements_total', 'counter', 'SQL statements sent', statements);
  add('plinth_database_round_trips_total', 'counter', 'Round trips of statements outside transactions', roundTrips);
  add('plinth_database_transactions_total', 'counter', 'Transactions started', transactions);
  add('plinth_database_connections', 'gauge', 'Open pipelined connections', connections);
  add('plinth_database_waiting', 'gauge', 'Callers waiting for a dedicated connection', waiting);
  add('plinth_catalog_version', 'gauge', 'Version of the metadata in use', data.catalog().version);
}

/** @param {ReturnType<typeof createFigures>} figures @param {App} app */
async function addStream({ add }, { data: { stream } }) {
  if (!stream) return;
  const asked = performance.now();
  const isFresh = await stream.caughtUp();
  const { kind } = stream;
  add('plinth_change_stream_live', 'gauge', 'Whether the change stream is live', stream.state() === 'live' ? 1 : 0, {
    kind,
  });
  add(
    'plinth_change_stream_position',
    'gauge',
    'Log position up to which changes have been received, in bytes',
    Number(stream.position()),
  );
  add('plinth_change_stream_proofs_total', 'counter', 'Freshness barriers asked of the database', stream.barriers());
  // The lag: how long it takes to receive everything that was committed before asking.
  const lag = isFresh ? (performance.now() - asked) / 1000 : NaN;
  add(
    'plinth_change_stream_lag_seconds',
    'gauge',
    'Time until all committed changes were received; NaN if that could not be confirmed in time',
    lag,
  );
}

/** @param {ReturnType<typeof createFigures>} figures @param {ReturnType<NonNullable<App['pages']>['counts']>} counts */
function addPages({ add }, { hits, misses, filled, notFresh, pages, bytes }) {
  add('plinth_page_cache_hits_total', 'counter', 'Pages served from the cache', hits);
  add('plinth_page_cache_misses_total', 'counter', 'Pages not found in the cache', misses);
  add('plinth_page_cache_kept_total', 'counter', 'Pages added to the cache', filled);
  add('plinth_page_cache_unproven_total', 'counter', 'Requests that did not pass the freshness barrier', notFresh);
  add('plinth_page_cache_pages', 'gauge', 'Pages in the cache', pages);
  add('plinth_page_cache_bytes', 'gauge', 'Size of the cache in bytes', bytes);
}

/** @param {ReturnType<typeof createFigures>} figures @param {ReturnType<App['data']['functions']['runs']['counters']>} counts */
function addFunctions({ add }, { calls, errors, seconds }) {
  add('plinth_function_calls_total', 'counter', 'Calls of functions', calls);
  add('plinth_function_errors_total', 'counter', 'Calls of functions that failed or refused', errors);
  add('plinth_function_seconds_total', 'counter', 'Duration of all calls of functions', seconds);
}

/** @param {ReturnType<typeof createFigures>} figures */
function addProcess({ add }) {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  add('process_resident_memory_bytes', 'gauge', 'Resident memory of the process', rss);
  add('nodejs_heap_used_bytes', 'gauge', 'JavaScript heap in use', heapUsed);
  add('nodejs_external_memory_bytes', 'gauge', 'Memory of buffers and other external objects', external);
  add('process_cpu_seconds_total', 'counter', 'CPU time', (user + system) / 1e6);
  add(
    'process_start_time_seconds',
    'gauge',
    'Start time of the process in seconds since 1970',
    Math.round(performance.timeOrigin) / 1000,
  );
}
