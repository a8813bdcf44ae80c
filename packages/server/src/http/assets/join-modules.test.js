import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinModules } from './join-modules.js';

const MODULES = {
  'own/js/all.js': "// Words.\nimport './a.js';\nimport '../other/c.js';\n",
  'own/js/a.js': "import { b as first, log } from './b.js';\n\nlog(first);\nexport const a = 'a';\n",
  'own/js/b.js': [
    '// A comment.',
    "export const b = 'b';",
    '/** @type {string[]} */',
    'export const seen = [];',
    '/** @param {string} word */',
    'export function log(word) {',
    '  seen.push(/** @type {any} */ (word));',
    '}',
    "export const later = () => import('./later.js');",
    '',
  ].join('\n'),
  'own/other/c.js':
    "import { log } from '../js/b.js';\nconst b = 'c';\nlog(b);\nexport const late = () => import(`./l.js`);\n",
  'own/js/page.js': "import {\n  seen,\n} from './b.js';\nimport './later.js';\nexport const found = seen.join();\n",
  'own/js/later.js': 'export {};\n',
};

/** @param {Record<string, string>} [more] @param {string[]} [entries] */
const join = (more = {}, entries = ['own/js/all.js'], of = ['own/']) =>
  joinModules(
    new Map(Object.entries({ ...MODULES, ...more })),
    entries.map((entry) => ({ entry, of })),
  );

/** @param {string} text @returns {Promise<any>} */
const run = (text) => import(`data:text/javascript,${encodeURIComponent(text)}`);

describe('joinModules', () => {
  it('makes one module of what an entry imports, in order, each with names of its own', async () => {
    const { texts, entryOf } = join();
    const all = texts.get('own/js/all.js') ?? '';
    assert.doesNotMatch(all, /comment|Words|@param|^import/m);
    const { a, b, seen } = await run(all);
    assert.deepEqual({ a, b, seen }, { a: 'a', b: 'b', seen: ['b', 'c'] });
    assert.deepEqual([...entryOf.keys()].sort(), ['own/js/a.js', 'own/js/b.js', 'own/other/c.js']);
  });

  it('leads all others to it, so that no module runs twice', () => {
    const { texts } = join();
    assert.match(
      texts.get('own/js/page.js') ?? '',
      /^import \{\n {2}seen,\n\} from '\.\/all\.js';\nimport '\.\/later\.js';/,
    );
    assert.equal(texts.get('own/other/c.js'), "export * from '../js/all.js';\n");
    assert.equal(texts.has('own/js/later.js'), false);
  });

  it('keeps what is loaded later where it is', () => {
    const all = join().texts.get('own/js/all.js') ?? '';
    assert.match(all, /import\('\.\/later\.js'\)/);
    assert.match(all, /import\(`\.\.\/other\/l\.js`\)/);
  });

  it('imports the members of an entry before it', () => {
    const second = {
      'own/more.js': "import './d.js';\n",
      'own/d.js': "import { seen } from './js/b.js';\nseen.pop();\n",
    };
    const { texts } = join(second, ['own/js/all.js', 'own/more.js']);
    const text = texts.get('own/more.js') ?? '';
    assert.match(text, /^import \* as o0 from '\.\/js\/all\.js';\n/);
    assert.match(text, /const \{ seen \} = o0;/);
  });

  it('takes only what begins as it says', () => {
    const { texts, entryOf } = join({}, ['own/js/all.js'], ['own/js/']);
    assert.deepEqual([...entryOf.keys()].sort(), ['own/js/a.js', 'own/js/b.js']);
    assert.match(texts.get('own/other/c.js') ?? '', /from '\.\.\/js\/all\.js'/);
  });

  it('joins the script of a screen with what only it imports, which may wait, and finds files from where it is', async () => {
    const screen = {
      'own/screen/screen.js':
        "import { part } from './parts/part.js';\nimport { b } from '../js/b.js';\nawait 0;\nglobalThis.shown = part(b);\n",
      'own/screen/parts/part.js':
        "export const part = (word) => word + new URL('../../far.js', import.meta.url);\nexport const same = 1;\n",
    };
    const { texts, entryOf } = join(screen, ['own/js/all.js', 'own/screen/screen.js']);
    assert.equal(entryOf.has('own/screen/parts/part.js'), false);
    const text = texts.get('own/screen/screen.js') ?? '';
    assert.match(text, /^import \* as o0 from '\.\.\/js\/all\.js';\n/);
    assert.doesNotMatch(text, /^export/m);
    const all = `data:text/javascript,${encodeURIComponent('export const b = "b";')}`;
    await run(text.replace('../js/all.js', all).replaceAll('import.meta.url', "'http://x/own/screen/screen.js'"));
    assert.equal(/** @type {any} */ (globalThis).shown, 'bhttp://x/own/far.js');
  });

  it('refuses that others import what belongs to a screen: it would run there too', () => {
    const screen = { 'own/screen.js': "import { b } from './js/b.js';\nb.trim();\n" };
    assert.throws(
      () => join(screen, ['own/screen.js']),
      /own\/js\/a\.js imports own\/js\/b\.js, but only own\/screen\.js may/,
    );
    const part = { 'own/part.js': 'export const part = 1;\n' };
    const more = { 'own/screen.js': "import { part } from './part.js';\npart.toFixed();\n" };
    for (const text of ["export const late = () => import('./part.js');\n", "import './screen.js';\n"])
      assert.throws(
        () => join({ ...more, ...part, 'own/other.js': text }, ['own/screen.js']),
        /but only own\/screen\.js may/,
      );
  });

  it('refuses what it can’t join: circles, files that are missing, default exports, names that change', () => {
    for (const [text, expected] of /** @type {const} */ ([
      ["import './all.js';\n", /import each other: own\/js\/all\.js, own\/js\/a\.js, own\/js\/all\.js/],
      ["import './none.js';\n", /own\/js\/a\.js imports own\/js\/none\.js, which is not there/],
      ['export default 1;\n', /own\/js\/a\.js can't be joined: export default 1/],
      ['export let count = 0;\n', /can't be joined: export let/],
      ["import b from './b.js';\n", /Not joined: import b/],
      ['console.log(import.meta.url);\n', /can't be joined: import\.meta/],
    ]))
      assert.throws(() => join({ 'own/js/a.js': text }), expected);
  });
});
