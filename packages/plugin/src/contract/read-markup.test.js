import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markupProblems, readTags } from './read-markup.js';

describe('reading markup', () => {
  for (const [markup, problem] of /** @type {[string, RegExp][]} */ ([
    ['<b>x', /not closed: b/],
    ['<b><i>x</b></i>', /<\/b> closes <i>/],
    ['<script>1</script>', /<script> is not allowed/],
    ['<p onclick="x()">x</p>', /inline handler onclick/],
    ['<p style="color:red">x</p>', /inline style/],
    ['<a href="javascript:x()">x</a>', /href runs a script/],
    ['<a title="x"onclick=1>x</a>', /bare </],
    ['1 < 2', /bare </],
    ['<p id="a"></p><p id="a"></p>', /id a twice/],
    ['<table><tbody><tr><td><b>x<td>y</tbody></table>', /<\/tbody> closes <b>/],
    ['<tr><td>x', /not closed: tr, td/],
    ['<iframe src="/"></iframe>', /<iframe> is not allowed/],
  ])) {
    it(`finds what is wrong with ${markup}`, () => assert.match(markupProblems(markup).join('; '), problem));
  }

  it('finds nothing wrong with clean markup', () => {
    const markup = `<label for="a">1 &lt; 2</label><input id="a" value="<script>" required><br><svg><rect fill="#fff"></rect></svg>`;
    assert.deepEqual(markupProblems(markup), []);
    const table =
      '<table><thead><tr><th>a<th>b</thead><tbody><tr><td>1<td><b>2</b></tbody><tfoot><tr><td><td>3</tfoot></table>';
    assert.deepEqual(markupProblems(table), []);
    assert.deepEqual(readTags(markup)[2].attributes, { id: 'a', value: '<script>', required: '' });
  });
});
