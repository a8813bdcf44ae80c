import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markupProblems } from '@plinth/plugin/contract';
import { costsAtMost } from '@plinth/plugin/testing';
import { renderMarkdown } from './render-markdown.js';

/** @param {string} source */
const print = (source) => renderMarkdown(source).text.trim();

describe('Markdown', () => {
  it('prints what people write', () => {
    assert.equal(
      print('# Title\n\n**bold** and _soft_'),
      '<h2>Title</h2>\n<p><strong>bold</strong> and <em>soft</em></p>',
    );
    assert.equal(
      print('[x](https://example.com)'),
      '<p><a href="https://example.com" rel="nofollow noopener noreferrer">x</a></p>',
    );
  });

  it('lets markup be put into its texts, and into no tag', () => {
    const marked = (/** @type {string} */ source) =>
      renderMarkdown(source, { fill: (text) => text.replaceAll('@me', '<b>Me</b>') }).text.trim();
    assert.equal(marked('Ask @me & **@me**'), '<p>Ask <b>Me</b> &amp; <strong><b>Me</b></strong></p>');
    assert.match(marked('[a](https://example.com "@me")'), /title="@me"/);
    assert.match(marked(`${'*a '.repeat(4000)}<i> @me`), /^<p>\*a .*&lt;i&gt; <b>Me<\/b><\/p>$/, 'too costly to parse');
  });

  for (const source of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '![x](javascript:alert(1))',
    '<iframe src="https://x.y"></iframe>',
    '<p style="position:fixed" class="modal" id="x" onclick="x()">x</p>',
    '<form action="/admin"><input name="x"><button>x</button></form>',
    '<math><mtext></p><style><img src onerror=alert(1)></style>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<details open ontoggle=alert(1)>x</details>',
    '<base href="//evil.example">',
    '<meta http-equiv=refresh content="0;url=//evil.example">',
    '<!--><img src=x onerror=alert(1)>-->',
  ]) {
    it(`I7: lets nothing through of ${source}`, () => {
      const printed = print(source);
      assert.deepEqual(markupProblems(printed), [], printed);
      assert.doesNotMatch(printed, /<(input|button|svg|math)|class=|id=/);
    });
  }

  it('I7: shows pictures of this site, and of other sites a link, so that the browser has nothing to report', () => {
    const own = '<img src="/files/1/a.png" alt="x" loading="lazy" />';
    assert.equal(print('![x](/files/1/a.png)'), `<p>${own}</p>`);
    const link = (/** @type {string} */ text) =>
      `<a href="https://other.test/a.png" rel="nofollow noopener noreferrer">${text}</a>`;
    assert.equal(print('![A <b>cat](https://other.test/a.png)'), `<p>${link('A &lt;b&gt;cat')}</p>`);
    assert.equal(print('<img src="https://other.test/a.png">'), link('https://other.test/a.png'));
    assert.equal(
      print('[![Build](https://other.test/b.png)](https://other.test/a.png) ![x](/files/1/a.png)'),
      `<p>${link('<em>Build</em>')} ${own}</p>`,
    );
    for (const src of ['//other.test/a.png', '/\\other.test/a.png', 'HTTPS://other.test/a', 'h\tttps://other.test/a']) {
      assert.doesNotMatch(renderMarkdown(`<img src="${src}" alt="x">`).text, /<img[^>]* src=/, src);
    }
  });

  it('I12: answers for hostile nesting', async () => {
    // Less than a second of a machine of today.
    for (const part of ['> ', '[', '*a ', '<b>', '_a**', '**a', '- '])
      await costsAtMost(part, () => print(part.repeat(20_000)), { times: 100 });
  });
});
