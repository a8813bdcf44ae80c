import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { reading } from '@plinth/plugin/testing';
import { atEdge } from '../../testing/at-edge.js';
import { readAppFile } from './read-app-file.js';

const read = (/** @type {string} */ text) => readAppFile(Readable.from([Buffer.from(text)]));

describe('an app file', () => {
  it('is read whole, also where a letter is cut in two', async () => {
    const bytes = Buffer.from('{"app":"ä"}');
    assert.deepEqual(await readAppFile(Readable.from([bytes.subarray(0, 9), bytes.subarray(9)])), { app: 'ä' });
  });

  atEdge(
    'appFileBytes',
    reading(/at most 64 MB/, /without its rows/, (count) => read(`"${'x'.repeat(count - 2)}"`)),
  );
  atEdge(
    'appFileValues',
    reading(/at most 1000000 values/, /without its rows/, (count) => read(`[${'1,'.repeat(count - 1)}1]`)),
  );

  it('L5: is refused in words if it is nested deeply, or is no JSON', async () => {
    const nested = (/** @type {number} */ levels) => '['.repeat(levels) + ']'.repeat(levels);
    assert.ok(await read(nested(201)));
    for (const levels of [202, 100_000])
      await assert.rejects(read(nested(levels)), { code: 'APP_FILE_INVALID', message: /more than 200 levels deep/ });
    for (const broken of ['', '{', '\0', 'nul', '{"a":1,}'])
      await assert.rejects(read(broken), { code: 'APP_FILE_INVALID', message: /not valid JSON/ }, broken);
  });

  it('L5: ends its stream when it has read enough', async () => {
    const mega = Buffer.alloc(2 ** 20, 'x');
    let given = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) yield (given += 1) && mega;
      })(),
    );
    await assert.rejects(readAppFile(endless), { code: 'APP_FILE_TOO_LARGE', status: 413 });
    assert.ok(endless.destroyed && given < 100, String(given));
  });
});
