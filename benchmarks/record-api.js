import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cpuMs } from './parts/cpu.js';
import { loadHttp } from './parts/http-load.js';

/**
 * A chat room by the Record API: one user with a token inserts single messages, which a rule lets him do only in rooms
 * that he is a member of, and reads them by their ids; every row is on the disk before it is answered. On an embedded
 * PostgreSQL of its own, at 16 and 64 in flight; server and load are processes of their own.
 *
 * node benchmarks/record-api.js [seconds=5] [rounds=3]        a profile of the server: CPU_PROF=1
 *
 * @param {{ quick?: boolean, seconds?: number, repeats?: number, onProgress?: (done: number, all: number) => void }} [options]
 */
export async function run({ quick = false, seconds = quick ? 2 : 5, repeats = quick ? 1 : 3, onProgress } = {}) {
  const profile = process.env.CPU_PROF ? ['--cpu-prof', '--cpu-prof-dir=.cpu-prof'] : [];
  const { child, answer: server } = await begin({ role: 'server' }, profile);
  const results = [];
  const kinds = ['insert', 'read'].flatMap((kind) => [16, 64].map((connections) => ({ kind, connections })));
  let done = 0;
  try {
    for (const kind of ['insert', 'read']) await load(server, { kind, connections: 64, seconds: 2 });
    for (const { kind, connections } of kinds) {
      /** @type {any[]} */
      const rounds = [];
      for (let i = 0; i < repeats; i++) {
        rounds.push(await load(server, { kind, connections, seconds }));
        onProgress?.(++done, kinds.length * repeats);
      }
      const of = (/** @type {string} */ name) => median(rounds.map((round) => round[name]));
      results.push({
        ...{ kind, 'in flight': connections, 'per second': Math.round(of('rate')) },
        spread: rounds.map(({ rate }) => Math.round(rate)).join(' '),
        ...{ p50: of('p50'), p90: of('p90'), p99: of('p99') },
        'node ms': Number(of('node').toFixed(3)),
        'postgres ms': Number(of('postgres').toFixed(3)),
        'load ms': Number(of('load').toFixed(3)),
      });
    }
  } finally {
    child.send({ stop: true });
    await new Promise((resolve) => child.once('exit', resolve));
  }
  return results;
}

const roles = /** @type {Record<string, (message: any) => unknown>} */ ({ server: serve, load: generate });
const isMain = import.meta.url === pathToFileURL(process.argv[1]).href;
if (isMain && process.send) process.once('message', (/** @type {any} */ { role, ...message }) => roles[role](message));
else if (isMain) {
  console.table(await run({ seconds: Number(process.argv[2] ?? 5), repeats: Number(process.argv[3] ?? 3) }));
}

async function serve() {
  const { startServer } = await import('@plinth/server');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-record-api-'));
  const server = await startServer({
    ...{ port: 0, host: '127.0.0.1', databaseUrl: null, dataDir, baseUrl: 'http://127.0.0.1:0', workers: 1 },
    ...{ trustProxy: 0, visitorLimit: 0, logLevel: process.env.LOG_LEVEL ?? 'warn', pageCache: true },
  });
  const { data } = /** @type {any} */ (server.parts());
  const system = { userId: null, roles: [], system: true };
  const user = await data.people.users.create(system, { name: 'Anna', email: 'anna@example.com' });
  await addTables(data, system);
  const room = await data.rows.insert(system, 'rooms', { name: 'Lobby' });
  await data.rows.insert(system, 'room_members', { room: room.id, person: user.id });
  const { token } = await data.people.apiTokens.create(system, user.id, { name: 'load' });
  const [{ database }] = (await data.db.query('select current_database() as database')).rows;
  process.send?.({ url: server.url, token, room: room.id, pid: process.pid, database });
  process.on('message', async (/** @type {any} */ { stop }) => {
    if (!stop) return;
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
    process.exit();
  });
}

/** @param {any} data @param {any} system */
async function addTables(data, system) {
  const rule = { rule: 'row.room.room_members.exists(m, m.person == user.id)' };
  const room = { name: 'room', type: 'relation', required: true, attributes: { table: 'rooms' } };
  const tables = [
    { name: 'rooms', access: { user: { read: 'all' } }, fields: [{ name: 'name', type: 'text' }] },
    {
      name: 'room_members',
      fields: [room, { name: 'person', type: 'user' }],
      indexes: [{ fields: ['room', 'person'] }],
    },
    {
      name: 'messages',
      history: false,
      access: { user: { read: rule, create: rule } },
      auto: ['created_at', 'created_by'],
      fields: [room, { name: 'text', type: 'text' }],
    },
  ];
  for (const table of tables) await data.edit(system, 'add-table', table);
}

/** @param {any} server @param {{ kind: string, connections: number, seconds: number }} options */
async function load(server, options) {
  const before = cpuMs(server);
  const { child, answer } = await begin({ role: 'load', ...server, ...options });
  const after = cpuMs(server);
  child.kill();
  const each = (/** @type {'node' | 'postgres'} */ who) => (after[who] - before[who]) / answer.count;
  return { ...answer, node: each('node'), postgres: each('postgres') };
}

/** @param {{ url: string, token: string, room: number, kind: string, connections: number, seconds: number }} options */
async function generate({ url, token, room, kind, connections, seconds }) {
  const rows = '/api/v1/tables/messages/rows';
  const head = `Host: ${new URL(url).host}\r\nAuthorization: Bearer ${token}\r\n`;
  const body = JSON.stringify({ room, text: 'Hello there!' });
  const insert = `POST ${rows} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const reads = Array.from({ length: 1000 }, (_, i) => `GET ${rows}/${i + 1} HTTP/1.1\r\n${head}\r\n`);
  const request = kind === 'insert' ? () => insert : (/** @type {number} */ i) => reads[i % reads.length];
  const before = process.cpuUsage();
  const answer = await loadHttp({ url, connections, seconds, request, status: kind === 'insert' ? 201 : 200 });
  const { user, system } = process.cpuUsage(before);
  process.send?.({ ...answer, load: (user + system) / 1000 / answer.count });
}

/** @param {object} message @param {string[]} [execArgv] @returns {Promise<{ child: import('node:child_process').ChildProcess, answer: any }>} */
async function begin(message, execArgv = []) {
  const child = fork(new URL(import.meta.url), { execArgv });
  child.send(message);
  const answer = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`A process of the benchmark ended (${code})`)));
  });
  return { child, answer };
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
