import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { evaluate, readExpression, toJson } from '../src/index.js';
import { sampleCatalog } from '../src/testing.js';

/** @type {{ groups: Record<string, { expression: string, result?: unknown, refused?: boolean }[]> }} */
const { groups } = JSON.parse(readFileSync(new URL('conformance.json', import.meta.url), 'utf8'));
const scope = { catalog: sampleCatalog(), table: null };
const user = { id: null, roles: ['public'], signedIn: false };
const env = { row: null, user, now: 0n, today: 0, timeZone: 'UTC' };

describe('what of CEL applies', () => {
  for (const [group, cases] of Object.entries(groups)) {
    it(`${group}: ${cases.length} cases`, () => {
      for (const { expression, result, refused } of cases) {
        if (refused) {
          assert.throws(() => readExpression(expression, scope), { code: 'EXPRESSION_INVALID' }, expression);
          continue;
        }
        const { tree, type } = readExpression(expression, scope);
        assert.deepEqual(toJson(evaluate(tree, env), type), result, expression);
      }
    });
  }
});
