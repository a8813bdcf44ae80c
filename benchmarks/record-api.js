/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { withOwnServer } from '@plinth/cli/benchmarks';

/** How many rows are read in turns. */
const READ = 1000;
const ROWS = '/api/v1/tables/messages/rows';
const TEXT = 'Hello there!';

/**
 * One user with a token inserts single messages, which a rule lets them do only in rooms that they are a member of, and reads
 * them by their ids; every row is on disk before the answer. A profile of the server: CPU_PROF=1.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'B',
  about: 'a chat room by the Record API: inserts and reads, 16 and 64 in flight',
  sizes: { seconds: [5, 2], rounds: [3, 1] },
  run: ({ seconds, rounds }, { onProgress }) =>
    withOwnServer(prepare, async ({ put }, { token, room }) => {
      const authorization = `Bearer ${token}`;
      const body = JSON.stringify({ room, text: TEXT });
      const headers = { authorization, 'content-type': 'application/json' };
      const jobs = {
        insert: { url: ROWS, method: 'POST', headers, body, status: 201 },
        read: { url: ROWS, headers: { authorization }, ids: READ },
      };
      for (const job of Object.values(jobs)) await put({ ...job, connections: 64, duration: 2 });
      const results = [];
      for (const [kind, job] of Object.entries(jobs)) {
        for (const connections of [16, 64]) {
          for (let i = 0; i < rounds; i++) {
            const { requestsPerSecond, latency, cpu } = await put({ ...job, connections, duration: seconds });
            const { p50, p90, p99 } = latency;
            const perSecond = Math.round(requestsPerSecond);
            results.push({ kind, 'in flight': connections, 'per second': perSecond, p50, p90, p99, ...cpu });
            onProgress(results.length, 4 * rounds);
          }
        }
      }
      return results;
    }),
};

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
    history: false,
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
  return { token, room: lobby.id };
}
