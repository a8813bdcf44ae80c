import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../../testing/index.js';
import { fittingShare, FULL_SHARE, shareConnections, wantedConnections } from './connection-share.js';

/** What a number of workers may hold open at the same time. @param {number} workers @param {{ max: number, shared: number }} share */
const sum = (workers, { max, shared }) => workers * (2 * (max + shared + 1) + 1) + 3;

describe('shares of connections', () => {
  it('never come to more than there is, and are as large as they can be', () => {
    for (const workers of [1, 2, 4, 8, 64]) {
      assert.deepEqual(fittingShare(wantedConnections(workers), workers), FULL_SHARE);
      for (let usable = 1; usable < wantedConnections(workers); usable++) {
        const share = fittingShare(usable, workers);
        if (!share) {
          assert.ok(usable < sum(workers, { max: 2, shared: 1 }), `${usable} for ${workers}`);
          continue;
        }
        assert.ok(sum(workers, share) <= usable, `${usable} for ${workers}`);
        assert.ok(share.max >= 2 && share.shared >= 1);
      }
    }
  });

  it('respect the strictest limit of the server, and name both numbers if there are too few', async () => {
    const database = await createTestDatabase();
    const connection = /** @type {any} */ (database.connection);
    const client = new pg.Client(connection);
    await client.connect();
    try {
      assert.ok(await shareConnections(connection, 1));
      await client.query(
        `do $$ begin execute format('alter database %I connection limit 16', current_database()); end $$`,
      );
      const { max, shared } = await shareConnections(connection, 1);
      assert.ok(sum(1, { max, shared }) <= 12);
      await client.query(
        `do $$ begin execute format('alter database %I connection limit 8', current_database()); end $$`,
      );
      assert.deepEqual(await shareConnections(connection, 1), { max: 2, shared: 1 });
      await assert.rejects(shareConnections(connection, 2), {
        code: 'CONNECTIONS_TOO_FEW',
        message: 'PostgreSQL has room for 8 connections; 2 workers need 25',
      });
    } finally {
      await client.end();
      await database.close();
    }
  });
});
