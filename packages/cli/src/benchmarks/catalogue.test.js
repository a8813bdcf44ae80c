import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { chooseBenchmarks, findBenchmarks } from './catalogue.js';

const folder = mkdtempSync(join(tmpdir(), 'plinth-catalogue-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {readonly { name: string }[]} found */
const namesOf = (found) => found.map(({ name }) => name);

describe('the benchmarks', () => {
  it('are the files of a folder: one more file is one more benchmark', async () => {
    writeFileSync(join(folder, 'b-page.js'), "export const benchmark = { group: 'A', about: 'a page', page: {} };");
    writeFileSync(join(folder, 'a-run.js'), "export const benchmark = { group: 'B', about: 'a run', run() {} };");
    writeFileSync(join(folder, 'notes.md'), 'no benchmark');
    assert.deepEqual(namesOf(await findBenchmarks(folder)), ['b-page', 'a-run']);
  });

  it('are refused by the name of the file if they are none, or if there is no folder', async () => {
    const wrong = ['', "export const benchmark = { group: 'A' };"];
    for (const text of [...wrong, "export const benchmark = { page: {}, run() {}, group: 'A' };"]) {
      const file = `wrong${text.length}.js`;
      writeFileSync(join(folder, file), text);
      await assert.rejects(findBenchmarks(folder), { code: 'BENCHMARK_INVALID', message: new RegExp(file) });
      rmSync(join(folder, file));
    }
    await assert.rejects(findBenchmarks(join(folder, 'nowhere')), { code: 'BENCHMARK_MISSING' });
  });

  it('are chosen by name, in either spelling, by the letter of their group, or all but those that only run by name', async () => {
    const known = await findBenchmarks();
    const chosen = (/** @type {string[]} */ ...names) => namesOf(chooseBenchmarks(known, names));
    assert.deepEqual(chosen(), ['complex_page', 'form_view', 'simple_page', 'static_file', 'stored_file']);
    assert.deepEqual(chosen('form-view', 'form_post'), ['form_view', 'form-post']);
    assert.deepEqual(chosen('b'), ['form-post', 'record-api']);
    assert.deepEqual(
      known.filter(({ name }) => !chosen('all').includes(name)).map(({ isApart }) => isApart),
      known.filter(({ isApart }) => isApart).map(() => true),
    );
    assert.deepEqual(chosen('small-machine'), ['small-machine']);
    assert.throws(() => chosen('simpel_page'), { code: 'USAGE', hint: /Did you mean simple_page\?.*There are: / });
  });

  it('have what a reader of the list needs, and small sizes for --quick', async () => {
    for (const { name, group, about, sizes = {} } of await findBenchmarks()) {
      assert.match(group, /^[A-K]$/, name);
      assert.ok(about.length > 3 && about.length < 110 && !about.endsWith('.'), name);
      for (const [usual, quick] of Object.values(sizes)) assert.equal(Array.isArray(usual), Array.isArray(quick), name);
    }
  });
});
