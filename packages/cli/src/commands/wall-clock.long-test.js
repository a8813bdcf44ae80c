import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '@plinth/server/testing';
import { logIn, ownServers } from '../testing/own-servers.js';
import { canShiftClock, shiftedClock } from '../testing/shifted-clock.js';

const PASSWORD = 'a Long-enough pass phrase';
const HOUR = 3600;

describe('a wall clock that jumps under a running server', { timeout: 600_000 }, () => {
  if (!canShiftClock()) return;

  const own = ownServers('clock');
  const clock = shiftedClock(own.folder);
  /** @type {Awaited<ReturnType<typeof own.serve>>} */
  let server;
  /** @type {string} */
  let cookie;
  before(async () => {
    await own.plinth(['setup', 'ada@example.com', '--password-stdin', '--app', 'forum'], { input: `${PASSWORD}\n` });
    await own.plinth(['create-user', 'bob@example.com', '--role', 'user', '--password-stdin'], {
      input: `${PASSWORD}\n`,
    });
    server = await own.serve(clock.env);
    cookie = await logIn(server.url, 'bob@example.com', PASSWORD);
  });
  after(async () => {
    await server?.stop();
    own.close();
  });

  /** @param {string} path @param {string} [as] */
  const statusOf = async (path, as = cookie) => {
    // Whoever waited for a wall clock would wait for an hour.
    const signal = AbortSignal.timeout(60_000);
    const answer = await fetch(new URL(path, server.url), { headers: { cookie: as }, redirect: 'manual', signal });
    return answer.status;
  };
  const now = async () => Date.parse(String((await fetch(server.url)).headers.get('date')));

  it('K9: shifts the clock of the server, so that the rest shows something', async () => {
    clock.set(-HOUR);
    // The time of a header is told anew once a second.
    await until(async () => Math.abs((await now()) - Date.now() + HOUR * 1000) < HOUR * 100);
    clock.set(0);
  });

  for (const [title, seconds] of /** @type {[string, number][]} */ ([
    ['an hour back', -HOUR],
    ['an hour ahead', HOUR],
    ['back again', 0],
  ])) {
    it(`K9: ${title}: a session lives on, all answers come, tokens work`, async () => {
      clock.set(seconds);
      assert.equal(await statusOf('/auth/profile'), 200);
      assert.equal(await statusOf('/readyz'), 200);
      for (let i = 0; i < 20; i++) assert.equal(await statusOf('/'), 200);
      const { link } = JSON.parse(await own.plinth(['invite', '--json'], { env: { BASE_URL: server.url } }));
      assert.equal(await statusOf(new URL(link).pathname, ''), 200);
    });
  }

  it('K9: a clock set a day ahead or back ends no session, because the database knows their age', async () => {
    for (const hours of [24, -24, 0]) {
      clock.set(hours * HOUR);
      assert.equal(await statusOf('/auth/profile'), 200, `${hours} hours`);
      assert.equal(await statusOf('/readyz'), 200);
    }
  });
});
