/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuBetween, cpuOfTree, median, round, withOwnServer, withRole } from '@plinth/cli/benchmarks';
import { bare, statementsOf } from './parts/same-statements.js';

const ME = import.meta.url;
/** How many rows are read in turns. */
const READ = 1000;
/** Rows of a list. */
const LISTED = 25;
const ROWS = '/api/v1/tables/messages/rows';
const TEXT = 'Hello there!';
const IN_FLIGHT = [16, 64];
const COLUMNS = ['id', 'room', 'text', 'created_at', 'created_by'];
const CURSOR = { after: 'after', before: 'before' };

export const roles = { bare };

/**
 * One user with a token inserts single messages, which a rule lets them do only in rooms that they are a member of, reads
 * them by their ids, and lists 25 of them. History and change feed are on, and every row is on disk before the answer. In turns with it, a bare
 * script sends the same statements, a row each, down pipelined connections (`of bare`). A profile of the server: CPU_PROF=1.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'B',
  about: 'a chat room by the Record API: inserts, reads and lists, 16 and 64 in flight',
  sizes: { seconds: [5, 2], rounds: [3, 1] },
  run: ({ seconds, rounds }, { onProgress }) =>
    withOwnServer(prepare, ({ put, pid, dataDir }, { token, room, statements }) =>
      withRole(ME, 'bare', async (ask) => {
        const { connection } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
        const jobs = jobsOf(token, room);
        for (const job of Object.values(jobs)) await put({ ...job, connections: 64, duration: 2 });
        const results = [];
        for (const [kind, job] of Object.entries(jobs))
          for (const inFlight of IN_FLIGHT) {
            /** @type {Figures[][]} */
            const [ours, bares] = [[], []];
            for (let i = 0; i < rounds; i++) {
              const got = await put({ ...job, connections: inFlight, duration: seconds });
              ours.push(figuresOf(got.requestsPerSecond, got.latency, got.cpu));
              const before = cpuOfTree(pid);
              const sent = { connection, statements: statements[kind], inFlight, seconds };
              const { perSecond, requests, latency, cpuMs } = await ask(sent);
              const { databaseMs } = cpuBetween(before, cpuOfTree(pid));
              const cpu = { 'Node ms': cpuMs / requests, 'SQL ms': databaseMs / requests };
              bares.push(figuresOf(perSecond, latency, cpu));
              onProgress(results.length / 2 + (i + 1) / rounds, Object.keys(jobs).length * IN_FLIGHT.length);
            }
            const [own, least] = [medians(ours), medians(bares)];
            const share = round(own['per second'] / least['per second'], 2);
            results.push({ name: `${kind}, ${inFlight} in flight`, ...own, 'of bare': share });
            results.push({ name: `the same statements, bare, ${inFlight} in flight`, ...least });
          }
        return results;
      }),
    ),
};

/** @typedef {Record<string, number>} Figures */

/** @param {string} token @param {number} room */
function jobsOf(token, room) {
  const authorization = `Bearer ${token}`;
  const body = JSON.stringify({ room, text: TEXT });
  const headers = { authorization, 'content-type': 'application/json' };
  return {
    insert: { url: ROWS, method: 'POST', headers, body, status: 201 },
    read: { url: ROWS, headers: { authorization }, ids: READ },
    list: { url: `${ROWS}?limit=${LISTED}`, headers: { authorization } },
  };
}

/** @param {number} perSecond @param {{ p50: number, p90: number, p99: number }} latency @param {object} cpu @returns {Figures} */
const figuresOf = (perSecond, { p50, p90, p99 }, cpu) => ({ 'per second': perSecond, p50, p90, p99, ...cpu });

/** @param {Figures[]} all @returns {Figures} */
const medians = (all) =>
  Object.fromEntries(Object.keys(all[0]).map((name) => [name, round(median(all.map((one) => one[name])), 3)]));

/** @param {any} app @param {any} operator */
async function prepare({ data }, operator) {
  const user = await data.people.users.create(operator, { name: 'Anna', email: 'anna@example.com' });
  const rule = { rule: 'row.room.room_members.exists(m, m.person == user.id)' };
  const room = { name: 'room', type: 'relation', required: true, attributes: { table: 'rooms' } };
  const person = { name: 'person', type: 'user' };
  const text = { name: 'text', type: 'text' };
  await data.edit(operator, 'add-table', { name: 'rooms', access: { user: { read: 'all' } }, fields: [text] });
  await data.edit(operator, 'add-table', {
    name: 'room_members',
    fields: [room, person],
    indexes: [{ fields: ['room', 'person'] }],
  });
  await data.edit(operator, 'add-table', {
    name: 'messages',
    access: { user: { read: rule, create: rule } },
    auto: ['created_at', 'created_by'],
    fields: [room, text],
  });
  const lobby = await data.rows.insert(operator, 'rooms', { text: 'Lobby' });
  await data.rows.insert(operator, 'room_members', { room: lobby.id, person: user.id });
  // Reads need these, however few rows a slow machine inserts.
  const messages = Array.from({ length: READ }, () => ({ room: lobby.id, text: TEXT }));
  await data.rows.insertMany(operator, 'messages', messages);
  const { token } = await data.people.apiTokens.create(operator, user.id, { name: 'load' });
  const anna = await data.access.actorOfUser(operator, user.id);
  const listed = {
    table: 'messages',
    select: COLUMNS.map((field) => ({ as: field, field })),
    limit: LISTED,
    cursor: CURSOR,
  };
  /** @type {Record<string, import('./parts/same-statements.js').Sent[]>} */
  const statements = {
    insert: await statementsOf(() => data.rows.insert(anna, 'messages', { room: lobby.id, text: TEXT })),
    read: await statementsOf(() => data.rows.get(anna, 'messages', 1)),
    list: await statementsOf(() => data.select(anna, [{ spec: listed, params: {} }])),
  };
  return { token, room: lobby.id, statements };
}
