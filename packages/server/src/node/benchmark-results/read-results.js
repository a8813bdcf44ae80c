/** @import { Values } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

/**
 * One line of the dashboard.
 *
 * @typedef {{ benchmark: string, workers: number | null, cache: string | null, audience: string | null, tool: string,
 *   connections: number | null, requests_per_second: number, slowest_round: number, fastest_round: number, p50: number,
 *   p90: number, p99: number, bytes: number | null, statements: number | null, cpu_ms: number | null,
 *   memory_mb: number | null, bare: number | null, share: number | null, errors: number }} Line
 * @typedef {{ product: string, name: string, version: string, commit: string, cores: number, cpu: string, os: string,
 *   node: string }} System
 * @typedef {{ started: string, command: string, systems: { system: System, lines: Line[] }[] }} Report
 */

const MOST_LINES = 500;
const LONGEST = 300;
const PERCENT = 100;

/**
 * Reads what plinth run-benchmark wrote. It may come from anywhere, so everything is checked.
 *
 * @param {Values} input
 * @returns {Report}
 * @throws {AppError} BENCHMARK_RESULTS_INVALID
 */
export function readResults(input) {
  if (input?.format !== 1 || !Array.isArray(input.measurements)) throw invalid('format');
  const { machine, measurements, command } = input;
  if (measurements.length > MOST_LINES) throw invalid('measurements');
  const started = new Date(input.started);
  if (Number.isNaN(started.getTime())) throw invalid('started');
  /** @type {Map<string, { system: System, lines: Line[] }>} */
  const systems = new Map();
  for (const one of measurements) {
    const product = text(one?.system, 'system');
    const known = systems.get(product);
    if (known) known.lines.push(readLine(one));
    else systems.set(product, { system: readSystem(product, machine), lines: [readLine(one)] });
  }
  return { started: started.toISOString(), command: text(command ?? '', 'command'), systems: [...systems.values()] };
}

/**
 * Plinth has a version and a commit; of other products only the name is known.
 *
 * @param {string} product
 * @param {any} machine
 * @returns {System}
 */
function readSystem(product, machine) {
  const isOwn = product === 'plinth';
  const version = text(machine?.plinth ?? '', 'machine.plinth');
  const cores = number(machine?.cores, 'machine.cores') ?? 0;
  const cpu = text(machine?.cpu ?? '', 'machine.cpu');
  const on = `${cores} × ${cpu}`;
  return {
    product: isOwn ? `Plinth ${version}` : product,
    name: isOwn ? `Plinth ${version}, ${on}` : `${product}, ${on}`,
    version: isOwn ? version : '',
    commit: isOwn ? text(machine?.commit ?? '', 'machine.commit') : '',
    cores,
    cpu,
    os: text(machine?.os ?? '', 'machine.os'),
    node: isOwn ? text(machine?.node ?? '', 'machine.node') : '',
  };
}

/** @param {Values} one @returns {Line} */
function readLine(one) {
  const rate = one.requestsPerSecond ?? {};
  const share = number(one.share, 'share');
  return {
    benchmark: text(one.benchmark, 'benchmark'),
    workers: number(one.workers, 'workers'),
    cache: choice(one.cache, ['on', 'off', 'miss']),
    audience: choice(one.as, ['public', 'user']),
    tool: text(one.tool ?? '', 'tool'),
    connections: number(one.connections, 'connections'),
    requests_per_second: needed(rate.median, 'requestsPerSecond.median'),
    slowest_round: needed(rate.min, 'requestsPerSecond.min'),
    fastest_round: needed(rate.max, 'requestsPerSecond.max'),
    p50: needed(one.latency?.p50, 'latency.p50'),
    p90: needed(one.latency?.p90, 'latency.p90'),
    p99: needed(one.latency?.p99, 'latency.p99'),
    bytes: number(one.bytesPerRequest, 'bytesPerRequest'),
    statements: number(one.statements, 'statements'),
    cpu_ms: number(one.cpuMsPerRequest, 'cpuMsPerRequest'),
    memory_mb: number(one.memoryMb, 'memoryMb'),
    bare: number(one.ceiling, 'ceiling'),
    share: share === null ? null : Math.round(share * PERCENT * 10) / 10,
    errors: needed(one.errors, 'errors'),
  };
}

/** @param {unknown} value @param {string} path */
function text(value, path) {
  if (typeof value !== 'string' || value.length > LONGEST) throw invalid(path);
  return value;
}

/** @param {unknown} value @param {string} path @returns {number | null} */
function number(value, path) {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > 1e12) throw invalid(path);
  return value;
}

/** @param {unknown} value @param {string} path */
function needed(value, path) {
  const read = number(value, path);
  if (read === null) throw invalid(path);
  return read;
}

/** @param {unknown} value @param {string[]} known */
const choice = (value, known) => (typeof value === 'string' && known.includes(value) ? value : null);

/** @param {string} path */
const invalid = (path) =>
  new AppError('BENCHMARK_RESULTS_INVALID', phrase`This is not a benchmark result: "${path}" can't be read`, {
    status: 422,
    hint: 'Send the file that plinth run-benchmark wrote, unchanged',
  });
