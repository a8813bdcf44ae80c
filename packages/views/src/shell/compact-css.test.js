import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { compactCss } from './compact-css.js';

describe('a stylesheet without its gaps', () => {
  for (const [what, from, to] of /** @type {const} */ ([
    ['comments and indentation go', '/* why */\na {\n  color: red;\n  top: 0;\n}\n', 'a{color: red;top: 0;}'],
    ['a descendant stays one', '.a\n  .b , .c > .d { }', '.a .b,.c > .d{}'],
    ['sums keep their spaces', 'a { width: calc(1px + 2px - 3px); }', 'a{width: calc(1px + 2px - 3px);}'],
    ['texts stay', `a { content: '/* {  ; } */' "  \\"  "; }`, `a{content: '/* {  ; } */' "  \\"  ";}`],
    ['addresses stay', 'a { src: url(data:x;y,  /**/z) }', 'a{src: url(data:x;y,  /**/z)}'],
    ['escapes stay', String.raw`.w-1\/2 , .a\,  b { }`, String.raw`.w-1\/2,.a\, b{}`],
    ['a value of one space stays', ':root { --x: ; --y: a }', ':root{--x: ;--y: a}'],
    ['a comment between two names parts them', 'a/* x */.b{} a /* x */ .b{}', 'a/**/.b{}a .b{}'],
    ['a comment ends at its end', 'a /* x */ b /* y * / ** */ { }', 'a b{}'],
    ['media queries', '@media (a) and (b) {\n a{}\n}', '@media (a) and (b){a{}}'],
  ]))
    it(what, () => assert.equal(compactCss(from), to));

  it('once is enough, and no rule of ours is lost', () => {
    for (const name of ['base', 'forms', 'overlays', 'utilities']) {
      const css = readFileSync(new URL(`../../assets/css/${name}.css`, import.meta.url), 'utf8');
      const short = compactCss(css);
      assert.equal(compactCss(short), short);
      const marks = (/** @type {string} */ text) => text.replace(/\/\*[\s\S]*?\*\//g, '').match(/[{}:;]/g)?.length;
      assert.equal(marks(short), marks(css), name);
      assert.ok(short.length < css.length * 0.9, name);
    }
  });
});
