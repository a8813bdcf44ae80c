import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadPeers, peerNames } from './peers.js';
import { ask, keptHeaders } from './probe.js';

const BYTES = Buffer.from('é'.repeat(5000));
/** @type {import('./probe.js').Answer} */
const answer = {
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Accept-Language',
    etag: '"one"',
    'set-cookie': ['a=1; Path=/', 'b=2; Path=/'],
    date: 'Sun, 29 Nov 2026 00:00:00 GMT',
  },
  bytes: BYTES,
};

describe('peers', () => {
  for (const name of peerNames()) {
    it(`send the same bytes and headers, again and again, and end: ${name}`, async (t) => {
      const { peer } = await import(new URL(`../../../../../benchmarks/peers/${name}.js`, import.meta.url).href);
      const lacking = peer.lacks?.();
      if (lacking) {
        await assert.rejects(loadPeers([name]), { code: 'BENCHMARK_TOOL_MISSING', message: new RegExp(lacking) });
        return t.diagnostic(`This machine has no ${lacking}.`);
      }
      const { url, pid, stop } = await peer.start(answer, { workers: 2, cores: null });
      try {
        for (const path of ['/page/one', '/page/one?miss=1', '/page/one']) {
          const found = await ask(url + path, { headers: { cookie: 'session=1' } });
          assert.equal(found.status, 200);
          assert.ok(found.bytes.equals(BYTES));
          assert.deepEqual(
            keptHeaders(found)
              .filter(([name]) => name in answer.headers)
              .sort(),
            keptHeaders(answer).sort(),
          );
        }
        assert.ok(process.kill(pid, 0));
      } finally {
        await stop();
      }
      await assert.rejects(ask(url), { code: 'BENCHMARK_UNREACHABLE' });
    });
  }

  it('are found by their files, and a bare server is one of them', async () => {
    assert.ok(peerNames().includes('node-http'));
    const [bare] = await loadPeers(['node-http']);
    assert.equal(bare.system, 'node:http');
  });
});
