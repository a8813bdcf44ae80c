import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createTestDatabase } from '../../testing/index.js';
import { createDatabase } from './database.js';

describe('a connection whose other end fell silent', () => {
  it('K6: is given up and replaced, for statements and for transactions', { timeout: 90_000 }, async (t) => {
    const place = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'plinth-half-'));
    const socket = `.s.PGSQL.${place.connection.port}`;
    /** @type {import('node:net').Socket[]} both ends of all that goes through */
    const through = [];
    const proxy = createServer((near) => {
      const far = connect(join(place.connection.host, socket));
      for (const end of [near, far]) end.on('error', () => {});
      near.pipe(far).pipe(near);
      through.push(near, far);
    }).listen(join(folder, socket));
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const db = createDatabase({ ...place.connection, host: folder }, { max: 2, log });
    t.after(async () => {
      for (const end of through) end.destroy();
      await db.close().catch(() => {});
      proxy.close();
      await place.close();
      await rm(folder, { recursive: true, force: true });
    });
    await db.query('select 1');
    await db.transaction((tx) => tx.query('select 1'));
    // The line is down: nothing comes through any more, and nobody says goodbye.
    for (const end of through.splice(0)) {
      end.unpipe();
      end.pause();
    }
    const answers = await Promise.allSettled([db.query('select 1'), db.transaction((tx) => tx.query('select 1'))]);
    for (const answer of answers) {
      assert.equal(answer.status === 'rejected' && answer.reason.status, 503, JSON.stringify(answer));
    }
    assert.equal((await db.query('select 2 as n')).rows[0].n, 2);
    assert.equal((await db.transaction((tx) => tx.query('select 3 as n'))).rows[0].n, 3);
  });
});
