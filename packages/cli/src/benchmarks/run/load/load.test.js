import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { load, onPath } from './index.js';

const tools = /** @type {('autocannon' | 'wrk')[]} */ (onPath('wrk') ? ['autocannon', 'wrk'] : ['autocannon']);

describe('load', () => {
  /** @type {string[]} */
  const asked = [];
  const server = createServer((req, res) => {
    asked.push(String(req.url));
    res.end('x');
  });
  /** @type {string} */
  let url;
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/page`;
  });
  after(() => server.close());

  for (const tool of tools) {
    it(`asks for misses with a parameter that never repeats, also in the next round (${tool})`, async () => {
      asked.length = 0;
      for (let i = 0; i < 2; i++) {
        const { errors, requests } = await load(tool, { url, connections: 4, duration: 1, isMiss: true }, null);
        assert.equal(errors, 0);
        assert.ok(requests > 0);
      }
      assert.ok(asked.every((path) => path.startsWith('/page?miss=')));
      assert.equal(new Set(asked).size, asked.length);
    });

    it(`asks for misses with parameters that views read (${tool})`, async () => {
      asked.length = 0;
      const job = { url, connections: 2, duration: 1, isMiss: true, missBy: 'a.title.ne=*&b.text.ne=*' };
      await load(tool, job, null);
      assert.ok(asked.every((path) => /^\/page\?a\.title\.ne=([\d-]+)&b\.text\.ne=\1$/.test(path)));
      assert.equal(new Set(asked).size, asked.length);
    });

    it(`asks for the same address otherwise (${tool})`, async () => {
      asked.length = 0;
      const { latency, bytesPerRequest } = await load(tool, { url, connections: 4, duration: 1 }, null);
      assert.deepEqual([...new Set(asked)], ['/page']);
      assert.ok(latency.p99 >= latency.p50 && latency.p50 > 0 && bytesPerRequest > 0);
    });
  }

  it('counts it as an error if nobody is answered in time', async () => {
    const silent = createServer(() => {});
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (silent.address());
    for (const tool of tools) {
      const job = { url: `http://127.0.0.1:${port}/`, connections: 2, duration: 1 };
      const { requests, errors, problems } = await load(tool, job, null);
      assert.deepEqual([requests, errors > 0, problems.length], [0, true, 1]);
    }
    silent.close().closeAllConnections();
  });

  it('asks for rows by their numbers in turns', async () => {
    asked.length = 0;
    await load('autocannon', { url, connections: 2, duration: 1, ids: 3 }, null);
    assert.deepEqual([...new Set(asked)].sort(), ['/page/1', '/page/2', '/page/3']);
  });
});
