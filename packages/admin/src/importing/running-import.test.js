import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { until } from '@plinth/server/testing';
import { runImport } from './running-import.js';

const folder = mkdtempSync(join(tmpdir(), 'plinth-running-import-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('a running import', () => {
  it('begins when the machine has room for it, says that it waits until then, and counts rows afterwards', async () => {
    const upload = join(folder, 'upload');
    const told = () => {
      try {
        return JSON.parse(readFileSync(`${upload}.progress`, 'utf8'));
      } catch {
        // It is being written.
        return {};
      }
    };
    const begun = { rows: 7, inserted: 7, rejected: 0 };
    const done = await runImport(
      upload,
      async ({ onProgress }) => {
        onProgress(begun);
        await until(() => told().rows === 7);
        assert.equal(told().waits, undefined);
        return 'done';
      },
      async (work, options) => {
        options?.waits?.();
        await until(() => told().waits === true);
        return work();
      },
    );
    assert.equal(done, 'done');
    assert.equal(existsSync(`${upload}.progress`), false);
  });
});
