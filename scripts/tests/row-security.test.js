import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ROW_SECURITY_TESTS, rowSecurityTests } from './row-security.js';
import { findTests } from './find-tests.js';

it('finds a test file for every pattern of the row-level security run', () => {
  const files = rowSecurityTests(findTests(fileURLToPath(new URL('../..', import.meta.url)), {}));
  for (const pattern of ROW_SECURITY_TESTS)
    assert.ok(
      files.some((file) => pattern.test(file)),
      String(pattern),
    );
});
