import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { output } from './run/load/index.js';
import { git } from './run/machine.js';

const bin = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plinth-baseline-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const env = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: folder };
/** @param {string[]} args */
const run = async (...args) => {
  const all = ['run-benchmark', ...args, '--baseline', 'HEAD', '--quick', '--out', join(folder, 'results'), '--json'];
  return JSON.parse(await output(process.execPath, [bin, ...all], { env, cwd: folder }));
};

it(
  'builds and runs a commit in turns with this copy, for people who are logged in too',
  { timeout: 600_000 },
  async () => {
    const system = `plinth ${git('rev-parse', 'HEAD').slice(0, 10)}`;
    const { measurements, comparisons, errors } = await run('simple_page', '--cache', 'on', '--as', 'public,user');
    assert.equal(errors, 0);
    assert.deepEqual(
      measurements.map((/** @type {any} */ one) => [one.system, one.as]),
      ['public', 'user'].flatMap((as) => ['plinth', system, 'node:http'].map((name) => [name, as])),
    );
    const [{ against, pages }] = comparisons;
    assert.match(against, new RegExp(`${system}, in turns`));
    assert.equal(pages.length, 2);
    assert.ok(pages[0].rate.ratio > 0 && pages[0].rate.from > 0);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('plinth-bench-')),
      [],
      'the commit and its data are gone',
    );
  },
);

it('runs other benchmarks of a commit in turns, figure by figure', { timeout: 600_000 }, async () => {
  const { others, errors } = await run('render');
  assert.equal(errors, 0);
  const row = others.render.find((/** @type {any} */ { figure }) => figure === 'renders per second');
  assert.ok(row['this copy'] > 0 && row.ratio > 0);
});
