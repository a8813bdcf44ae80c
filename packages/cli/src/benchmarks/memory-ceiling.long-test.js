import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { canGroup } from '../testing/control-group.js';
import { ownServers } from '../testing/own-servers.js';
import { onPath } from './run/load/index.js';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 2);
const MOST_MB = 400;

describe(
  `distinct misses, uploads and posts in 512 MB for ${MINUTES} minutes`,
  {
    timeout: (MINUTES + 3) * 60_000,
  },
  () => {
    if (!canGroup() || !onPath('taskset')) return;

    it('keep within 400 MB with the database, nothing is killed and nobody refused', async (t) => {
      const results = mkdtempSync(join(tmpdir(), 'plinth-memory-'));
      const own = ownServers('memory');
      t.after(() => (own.close(), rmSync(results, { recursive: true, force: true })));
      // It ends with 1, and this with an error, if the benchmark misses its goal.
      const size = ['--size', `minutes=${MINUTES}`, '--size', `most=${MOST_MB}`];
      const out = await own.plinth(['run-benchmark', 'memory-ceiling', ...size, '--out', results, '--json'], {
        env: { TMPDIR: results },
      });
      const rows = JSON.parse(out).others['memory-ceiling'];
      for (const row of rows) t.diagnostic(JSON.stringify(row));
      const loaded = rows.slice(1, -1);
      assert.ok(loaded.length > 0);
      for (const row of loaded) {
        assert.ok(row['in use MB'] > 100 && row['in use MB'] <= MOST_MB, JSON.stringify(row));
        assert.ok(
          row['misses/s'] > 0 && row['posts/s'] > 0 && row['uploads/s'] > 0 && row['lists/s'] > 0,
          JSON.stringify(row),
        );
        assert.deepEqual([row.killed, row.failed], [0, 0]);
      }
    });
  },
);
