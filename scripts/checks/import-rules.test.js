import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { importProblems } from './import-rules.js';

/** @type {string} */
let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plinth-imports-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** @param {Record<string, string>} files */
function problemsOf(files) {
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), code);
  }
  return importProblems(root);
}

describe('import rules', () => {
  it('allow the arrows of the design', () => {
    assert.deepEqual(
      problemsOf({
        'packages/plugin/src/index.js': `import fs from 'node:fs';`,
        'packages/data/src/index.js': `import { AppError } from '@plinth/plugin';`,
        'packages/views/src/index.js': `export { html } from '@plinth/plugin';`,
        'packages/server/src/index.js': `import '@plinth/data';\nimport {\n  a,\n  b,\n} from '@plinth/views';`,
        'packages/cli/src/index.js': `const { startServer } = await import('@plinth/server');`,
        'plugins/theme/index.js': `import { defineTheme } from '@plinth/plugin';`,
      }),
      [],
    );
  });

  it('refuse an import against them, naming file and rule', () => {
    assert.deepEqual(problemsOf({ 'packages/views/src/a.js': `import { x } from '@plinth/data';` }), [
      'packages/views/src/a.js imports @plinth/data: packages/views may import only @plinth/plugin, @plinth/expressions',
    ]);
    assert.deepEqual(
      problemsOf({ 'packages/views/src/a.js': '', 'packages/plugin/src/a.js': `export * from '@plinth/data';` }),
      ['packages/plugin/src/a.js imports @plinth/data: packages/plugin may import nothing of ours'],
    );
  });

  it('see an import that is made at run time, and one in several lines', () => {
    assert.equal(problemsOf({ 'packages/cli/src/a.js': `await import('@plinth/data/testing');` }).length, 1);
    assert.equal(problemsOf({ 'packages/cli/src/a.js': `import {\n  b,\n} from '@plinth/views';` }).length, 1);
  });

  it('refuse a relative path into another package, and a plugin that imports another', () => {
    assert.equal(problemsOf({ 'packages/data/src/a.js': `import '../../plugin/src/index.js';` }).length, 1);
    assert.equal(
      problemsOf({ 'packages/data/src/a.js': '', 'plugins/a/index.js': `import '@plinth/theme-default';` }).length,
      1,
    );
  });

  it('let benchmarks import every package, by its name only, and nothing static import them', () => {
    assert.deepEqual(problemsOf({ 'benchmarks/a.js': `import '@plinth/data';\nimport '@plinth/cli/benchmarks';` }), []);
    assert.deepEqual(
      problemsOf({ 'packages/data/src/sql.js': '', 'benchmarks/a.js': `import '../packages/data/src/sql.js';` }),
      ['benchmarks/a.js reaches into packages/data: import its package instead'],
    );
    assert.deepEqual(
      problemsOf({ 'benchmarks/a.js': '', 'packages/cli/src/b.js': `import '../../../benchmarks/a.js';` }),
      ['packages/cli/src/b.js reaches into benchmarks: import its package instead'],
    );
  });

  it('take no notice of code in comments, but of types', () => {
    assert.deepEqual(problemsOf({ 'packages/views/src/a.js': `// import '@plinth/data';\n` }), []);
    assert.equal(problemsOf({ 'packages/views/src/a.js': `/** @import { X } from '@plinth/data' */` }).length, 1);
  });

  it('let the admin import the server and the builder, the command line all of them, and none of them back', () => {
    assert.deepEqual(
      problemsOf({
        'packages/admin/src/a.js': `import '@plinth/server/http';\nimport '@plinth/builder';`,
        'packages/cli/src/a.js': `import '@plinth/admin';`,
        'packages/server/src/a.test.js': `import '@plinth/admin';`,
        'packages/server/src/testing/a.js': `import '@plinth/admin';`,
        'packages/builder/src/a.js': `import '@plinth/plugin/browser/drag';`,
        'plugins/board/assets/a.js': `import '@plinth/plugin/browser/drag';`,
      }),
      [],
    );
    const wrong = {
      'packages/server/src/a.js': `import '@plinth/admin';`,
      'packages/server/src/b.js': `/** @import { X } from '@plinth/admin' */`,
      'packages/builder/src/a.js': `import '@plinth/server';`,
      'packages/builder/src/b.js': `import '@plinth/plugin';`,
      'packages/data/src/a.test.js': `import '@plinth/admin';`,
      'plugins/board/assets/a.js': `import '@plinth/plugin';`,
    };
    assert.deepEqual(
      problemsOf(wrong)
        .map((problem) => problem.split(' ')[0])
        .toSorted(),
      Object.keys(wrong).toSorted(),
    );
  });

  it('find a circle once, however long', () => {
    const problems = problemsOf({
      'packages/data/src/a.js': `import './b.js';`,
      'packages/data/src/b.js': `export { c } from './c.js';`,
      'packages/data/src/c.js': `import './a.js';`,
      'packages/data/src/d.js': `import './a.js';`,
    });
    assert.deepEqual(problems, [
      'Circle of imports: packages/data/src/a.js -> packages/data/src/b.js -> packages/data/src/c.js -> packages/data/src/a.js',
    ]);
  });

  it('find folders of a package that import each other, at any depth', () => {
    const problems = problemsOf({
      'packages/data/src/rows/a.js': `import '../rights/b.js';`,
      'packages/data/src/rights/b.js': `import '../files/c.js';`,
      'packages/data/src/files/c.js': `import '../rows/write/d.js';`,
      'packages/data/src/rows/write/d.js': '',
      'packages/data/src/sql/e.js': `import '../rows/a.js';`,
      'packages/views/src/plans/one/a.js': `import '../two/b.js';`,
      'packages/views/src/plans/two/b.js': `import '../one/c.js';`,
      'packages/views/src/plans/one/c.js': '',
    });
    assert.equal(problems.length, 2);
    assert.match(problems[0], /^Folders of packages\/data\/src import each other in a circle: files, rights, rows \(/);
    assert.match(problems[1], /^Folders of packages\/views\/src\/plans .*: one, two \(/);
  });

  it('count types for folders, so that one can be read without the other', () => {
    const problems = problemsOf({
      'packages/data/src/rows/a.js': `/** @import { B } from '../rights/b.js' */\n`,
      'packages/data/src/rights/b.js': `/** @param {import('../rows/a.js').A} a */\n`,
    });
    assert.equal(problems.length, 1);
    assert.match(problems[0], /^Folders of packages\/data\/src import each other in a circle: rights, rows \(/);
  });

  it('keep each room above those that it imports', () => {
    assert.deepEqual(
      problemsOf({
        'packages/data/src/postgres/sql/a.js': `/** @import { B } from '../../gate/rows/b.js' */\n`,
        'packages/data/src/gate/rows/b.js': '',
        'packages/data/src/postgres/sql/a.test.js': `import '../../gate/rows/b.js';`,
        'packages/data/src/index.js': `import './gate/rows/b.js';`,
      }).filter((problem) => !problem.startsWith('Folders')),
      ['packages/data/src/postgres/sql/a.js imports ../../gate/rows/b.js: postgres is below gate'],
    );
  });

  it('let a folder import another one way, its tests any way, and wiring beside the folders both ways', () => {
    assert.deepEqual(
      problemsOf({
        'packages/data/src/rows/a.js': `import '../rights/b.js';`,
        'packages/data/src/rights/b.js': '',
        'packages/data/src/rights/b.test.js': `import '../rows/a.js';`,
        'packages/data/src/index.js': `import './rows/a.js';\nimport './rights/b.js';`,
      }),
      [],
    );
  });

  it("let core's definitions import what a plugin can import, and nothing else", () => {
    assert.deepEqual(
      problemsOf({
        'packages/views/src/elements/card.js': `import { join } from '@plinth/plugin';\nimport { text } from '@plinth/plugin/settings';\nimport './parts/classes.js';`,
        'packages/views/src/elements/parts/classes.js': `import { marked } from 'marked';`,
        'packages/views/src/elements/card.test.js': `import '../compile/scope.js';`,
        'packages/views/src/compile/scope.js': '',
      }),
      [],
    );
    assert.deepEqual(problemsOf({ 'packages/views/src/elements/tab.js': `import '../compile/scope.js';` }), [
      'packages/views/src/elements/tab.js imports ../compile/scope.js: a definition imports only @plinth/plugin and its own folder',
    ]);
    assert.equal(
      problemsOf({
        'packages/views/src/elements/tab.js': '',
        'packages/views/src/field-views/a.js': `import { readExpression } from '@plinth/expressions';`,
      }).length,
      1,
    );
  });
});
