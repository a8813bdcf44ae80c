import { loadHttp } from './parts/http-load.js';
import { median } from './parts/samples.js';
import { isWhole, putLoad, serveOwn, summary, withServer } from './parts/server-and-load.js';

const ME = import.meta.url;
const SYSTEM = Object.freeze({ userId: null, roles: [], system: true });
/** So many rows are read in turns. */
const READ = 1000;

/**
 * A chat room by the Record API: one user with a token inserts single messages, which a rule lets him do only in rooms
 * that he is a member of, and reads them by their ids; every row is on the disk before it is answered. On an embedded
 * PostgreSQL of its own, at 16 and 64 in flight; server and load are processes of their own.
 *
 * node benchmarks/record-api.js [seconds=5] [rounds=3]        a profile of the server: CPU_PROF=1
 *
 * @param {{ quick?: boolean, seconds?: number, repeats?: number, onProgress?: (done: number, all: number) => void }} [options]
 */
export function run({ quick = false, seconds = quick ? 2 : 5, repeats = quick ? 1 : 3, onProgress } = {}) {
  const kinds = ['insert', 'read'].flatMap((kind) => [16, 64].map((connections) => ({ kind, connections })));
  return withServer(ME, async (server) => {
    const results = [];
    let done = 0;
    for (const kind of ['insert', 'read']) await putLoad(ME, server, { kind, connections: 64, seconds: 2 });
    for (const { kind, connections } of kinds) {
      /** @type {any[]} */
      const rounds = [];
      for (let i = 0; i < repeats; i++) {
        rounds.push(await putLoad(ME, server, { kind, connections, seconds }));
        onProgress?.(++done, kinds.length * repeats);
      }
      const loadMs = Number(median(rounds.map(({ load }) => load)).toFixed(3));
      results.push({ kind, 'in flight': connections, ...summary(rounds, 'per second'), 'load ms': loadMs });
    }
    return results;
  });
}

if (isWhole(ME, { server: serve, load: generate })) {
  console.table(await run({ seconds: Number(process.argv[2] ?? 5), repeats: Number(process.argv[3] ?? 3) }));
}

function serve() {
  return serveOwn(async ({ data }) => {
    const user = await data.people.users.create(SYSTEM, { name: 'Anna', email: 'anna@example.com' });
    await addTables(data, SYSTEM);
    const room = await data.rows.insert(SYSTEM, 'rooms', { name: 'Lobby' });
    await data.rows.insert(SYSTEM, 'room_members', { room: room.id, person: user.id });
    // Reads ask for these, however few the inserts of a slow machine are.
    await Promise.all(
      Array.from({ length: READ }, () => data.rows.insert(SYSTEM, 'messages', { room: room.id, text: 'Hello there!' })),
    );
    const { token } = await data.people.apiTokens.create(SYSTEM, user.id, { name: 'load' });
    return { token, room: room.id };
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

/** @param {{ url: string, token: string, room: number, kind: string, connections: number, seconds: number }} options */
async function generate({ url, token, room, kind, connections, seconds }) {
  const rows = '/api/v1/tables/messages/rows';
  const head = `Host: ${new URL(url).host}\r\nAuthorization: Bearer ${token}\r\n`;
  const body = JSON.stringify({ room, text: 'Hello there!' });
  const about = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const insert = `POST ${rows} HTTP/1.1\r\n${head}${about}${body}`;
  const reads = Array.from({ length: READ }, (_, i) => `GET ${rows}/${i + 1} HTTP/1.1\r\n${head}\r\n`);
  const request = kind === 'insert' ? () => insert : (/** @type {number} */ i) => reads[i % reads.length];
  const before = process.cpuUsage();
  const answer = await loadHttp({ url, connections, seconds, request, status: kind === 'insert' ? 201 : 200 });
  const { user, system } = process.cpuUsage(before);
  process.send?.({ ...answer, load: (user + system) / 1000 / answer.count });
}
