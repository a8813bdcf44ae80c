import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { outline } from './outline.js';

describe('outline', () => {
  it('leaves a right order as it is', () => {
    const text = '<h1>A</h1><h2 class="x">B</h2><h3>C</h3><h2>D</h2><header>no</header><hr>';
    assert.equal(outline(text).text, text);
  });

  it('moves headings up that skip a level, siblings alike, and keeps their look', () => {
    assert.equal(
      outline('<h1>A</h1><h3 class="m-0">B</h3><h4>C</h4><h3>D</h3>').text,
      '<h1>A</h1><h2 class="h3 m-0">B</h2><h3 class="h4">C</h3><h2 class="h3">D</h2>',
    );
  });

  it('takes a heading before the title as it comes', () => {
    assert.equal(outline('<h2>Nav</h2><h1>A</h1><h2>B</h2>').text, '<h2>Nav</h2><h1>A</h1><h2>B</h2>');
  });

  it('says whether a title is lacking, and leaves room for it', () => {
    const card = '<h3>B</h3><p>&lt;h1&gt;</p>';
    assert.deepEqual(outline(card), {
      text: card.replaceAll('h3>', 'h2>').replace('<h2', '<h2 class="h3"'),
      lacksTitle: true,
    });
    assert.deepEqual(outline('<h2>B</h2><h1>A</h1>'), { text: '<h2>B</h2><h1>A</h1>', lacksTitle: false });
    const below = { text: '<h2 class="h1">A</h2>', lacksTitle: false };
    assert.deepEqual(outline('<h1>A</h1>', true), below, 'the one above remains the only one');
  });

  it('never leaves a gap', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 })), (levels) => {
        const text = outline(`<h1></h1>${levels.map((level) => `<h${level}>x</h${level}>`).join('')}`).text;
        const found = [...text.matchAll(/<h(\d)[^>]*>x?<\/h(\d)>/g)].map(([, open, close]) => [
          Number(open),
          Number(close),
        ]);
        assert.equal(found.length, levels.length + 1);
        found.forEach(([open, close], i) => {
          assert.equal(open, close);
          if (i > 0) assert.ok(open <= found[i - 1][0] + 1, text);
        });
      }),
      { seed: SEED },
    );
  });
});
