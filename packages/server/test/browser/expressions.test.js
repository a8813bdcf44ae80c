import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { answers, createPlayground, randomExpressions, usersOf } from '@plinth/data/testing/expressions';
import { launchBrowser, startTestServer } from '../../src/testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
/** @type {Awaited<ReturnType<typeof createPlayground>>} */
let forum;
before(async () => {
  [server, browser, forum] = await Promise.all([startTestServer(), launchBrowser(), createPlayground({ rows: 12 })]);
});
after(() => Promise.all([server?.close(), browser?.close(), forum?.close()]));

const SEED = Number(process.env.SEED) || 20261121;

/** JSON knows no large whole numbers. @param {unknown} value */
const asJson = (value) => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? { big: String(part) } : part));

describe('expressions in a real browser', () => {
  it('give what Postgres gives: several hundred generated cases', async (t) => {
    const cases = [];
    const sources = fc.sample(randomExpressions(), { numRuns: 50, seed: SEED }).filter(({ length }) => length < 3900);
    for (const [i, source] of sources.entries()) {
      const users = usersOf(forum);
      const { tree, type, rows } = await answers(forum, source, users[i % users.length]);
      for (const { env, value, held } of rows) cases.push({ source, tree, type, env, value, held });
    }
    t.diagnostic(`SEED=${SEED}, ${cases.length} cases`);
    assert.ok(cases.length >= 500, `${cases.length}`);
    const page = await browser.page(server.url);
    await page.goto('/');
    const folder = server.runtime.assets.url('expressions/run/evaluate.js').replace('run/evaluate.js', '');
    const differences = await page.evaluate(run, { folder, json: asJson(cases) });
    assert.deepEqual(differences, []);
    assert.deepEqual(page.problems, []);
  });
});

/** Runs in the browser. @param {{ folder: string, json: string }} given */
async function run({ folder, json }) {
  const [{ evaluate, holds }, { toJson }] = await Promise.all(
    ['run/evaluate', 'values/values'].map((name) => import(`${folder}${name}.js`)),
  );
  const revive = (/** @type {string} */ _, /** @type {any} */ part) =>
    part !== null && typeof part === 'object' && typeof part.big === 'string' ? BigInt(part.big) : part;
  const differences = [];
  for (const { source, tree, type, env, value, held } of JSON.parse(json, revive)) {
    const found = evaluate(tree, env);
    const text = found === null ? null : ['int', 'duration'].includes(type.name) ? String(found) : toJson(found, type);
    const same = JSON.stringify(text) === JSON.stringify(value);
    if (!same || (type.name === 'bool' && holds(tree, env) !== held)) differences.push({ source, text, value });
  }
  return differences;
}
