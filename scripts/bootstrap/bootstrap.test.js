import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import postcss from 'postcss';
import { classesOf, dropOverridden, dropUnused, keepSelectors } from './cut.js';
import { gutterGaps } from './grid.js';
import { isInUse, namesInUse } from './names-in-use.js';
import { turn } from './turn.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vendored = (/** @type {string} */ name) =>
  readFileSync(`${root}/packages/views/assets/vendor/bootstrap/${name}`, 'utf8');
/** @param {string} css @param {(sheet: postcss.Root) => void} change */
const changed = (css, change) => {
  const sheet = postcss.parse(css);
  change(sheet);
  return sheet.toString().replaceAll(/\s+/g, ' ').trim();
};

it('every page has what Plinth names of Bootstrap: else run `npm run assets`', () => {
  const names = namesInUse(root);
  assert.ok(names.has('align-items-center') && !names.has('translate-middle-y'), 'it looks at the wrong files');
  /** @type {Set<string>} */
  const missing = new Set();
  postcss.parse(vendored('more.css')).walkRules(({ selectors }) => {
    for (const one of selectors) {
      const classes = classesOf(one);
      if (classes.length > 0 && classes.every((name) => isInUse(name, names))) missing.add(one);
    }
  });
  assert.deepEqual([...missing], []);
});

it('comes with its licence, and without what needs its scripts', () => {
  assert.match(vendored('bootstrap.LICENSE'), /MIT/);
  for (const name of ['components.css', 'utilities.css', 'more.css']) {
    assert.match(vendored(name), /^\/\*! Bootstrap 5\.\d+\.\d+, MIT/);
    assert.doesNotMatch(vendored(name), /\.(offcanvas|carousel|tooltip|modal-dialog)|data-bs-theme/);
  }
});

describe('a sheet is cut', () => {
  it('to the selectors that are wanted, by the classes that an element must have', () => {
    assert.deepEqual(classesOf('.a.b-1 > .c:not(.d) ~ p::before'), ['a', 'b-1', 'c']);
    const css = '.a, .b > p { top: 0 } .c { top: 1px } @keyframes spin { to { top: 0 } }';
    assert.equal(
      changed(css, (sheet) => keepSelectors(sheet, (one) => one.startsWith('.b'))),
      '.b > p { top: 0 } @keyframes spin { to { top: 0 } }',
    );
  });

  it('by what our own rule for the same selector says, at its width of the screen or at any', () => {
    const css = '.a, .b { margin-top: 0; left: 0 } @media (min-width: 1px) { .a { top: 0; left: 1px } }';
    assert.equal(
      changed(css, (sheet) =>
        dropOverridden(sheet, '.a { margin-block: 5px } @media (min-width: 1px) { .a { top: 0 } }'),
      ),
      '.a { left: 0 }.b { margin-top: 0; left: 0 } @media (min-width: 1px) { .a { left: 1px } }',
    );
    assert.equal(
      changed(css, (sheet) => dropOverridden(sheet, '@media (min-width: 2px) { .a { left: 0 } } .a > .b { left: 0 }')),
      css,
    );
  });

  it('by variables and animations that nothing asks for, and by what asked for them', () => {
    const css =
      ':root { --x: 1; --y: var(--x); --z: 2; --own: 3 } .a { top: var(--z) } @keyframes spin { to { top: 0 } }';
    assert.equal(
      changed(css, (sheet) => dropUnused([sheet], '.b { left: var(--own) }')),
      ':root { --z: 2; --own: 3 } .a { top: var(--z) }',
    );
  });
});

it('gutters are gaps, which columns and offsets make up for', () => {
  const css =
    '.row { margin-top: -1px; display: flex } .row > * { padding-left: 1px; width: 100% } .col-6 { width: 50% } .offset-3 { margin-left: 25% } .col-12 { width: 100% }';
  assert.equal(
    changed(css, gutterGaps),
    '.row { display: flex; gap: var(--bs-gutter-y) var(--bs-gutter-x) } .row > * { width: 100%; min-width: 0 } .col-6 { width: calc(50% - 0.5 * var(--bs-gutter-x, 0px)) } .offset-3 { margin-left: calc(25% + 0.25 * var(--bs-gutter-x, 0px)) } .col-12 { width: 100% }',
  );
});

describe('a sheet is turned', () => {
  for (const [what, from, to] of [
    [
      'sides of the text',
      '.a { margin-left: 1px; border-right-width: 0 }',
      '.a { margin-inline-start: 1px; border-inline-end-width: 0 }',
    ],
    ['corners', '.a { border-top-left-radius: 0 }', '.a { border-start-start-radius: 0 }'],
    [
      'texts',
      '.a { text-align: right; float: left; left: 0 }',
      '.a { text-align: end; float: inline-start; inset-inline-start: 0 }',
    ],
    [
      'colours',
      '.a { color: rgba(var(--bs-info-rgb), var(--bs-text-opacity)) }',
      '.a { color: color-mix(in srgb, var(--bs-info) calc(var(--bs-text-opacity) * 100%), transparent) }',
    ],
    ['whole colours', '.a { color: rgba(var(--bs-info-rgb), 1) }', '.a { color: var(--bs-info) }'],
    [
      'one mode',
      ':root, [data-bs-theme=light] { --bs-x: 1 } [data-bs-theme=dark] .a { top: 0 }',
      ':root { --bs-x: 1 }',
    ],
    ['old names', '.a { -webkit-appearance: none; appearance: none }', '.a { appearance: none }'],
  ])
    it(what, () => assert.equal(changed(from, turn), to));
});
