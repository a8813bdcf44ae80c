import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BEHIND_WALL, behindWall } from './behind-wall.js';
import { findTests } from './find-tests.js';

it('no test that is run behind the wall has another name or place by now', () => {
  const files = behindWall(findTests(fileURLToPath(new URL('../..', import.meta.url)), {}));
  for (const pattern of BEHIND_WALL)
    assert.ok(
      files.some((file) => pattern.test(file)),
      String(pattern),
    );
});
