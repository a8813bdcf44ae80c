import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attrs, escapeHtml, html, raw } from './index.js';

describe('html', () => {
  it('I7: escapes every value in text and in attributes', () => {
    const hostile = `"><script>alert('x')</script>&`;
    assert.equal(
      html`<a title="${hostile}">${hostile}</a>`.text,
      '<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</a>',
    );
  });

  it('keeps markup that is safe already, also in lists', () => {
    assert.equal(html`<ul>${[html`<li>1</li>`, html`<li>${'<'}</li>`]}</ul>`.text, '<ul><li>1</li><li>&lt;</li></ul>');
    assert.equal(html`${raw('<b>')}`.text, '<b>');
  });

  it('prints nothing for null, undefined and false, but zero and true', () => {
    assert.equal(html`${null}${undefined}${false}${0}${true}`.text, '0true');
  });

  it('escapes an object’s own text', () => {
    assert.equal(escapeHtml({ toString: () => '<i>' }), '&lt;i&gt;');
  });
});

describe('attrs', () => {
  it('writes values, bare names, and leaves out what is absent', () => {
    assert.equal(
      attrs({ id: 'a"b', disabled: true, hidden: false, title: null, value: 0 }).text,
      ' id="a&quot;b" disabled value="0"',
    );
  });

  it('refuses a name that would break out of the tag', () => {
    assert.throws(() => attrs({ 'x onload=alert(1)': 'y' }), TypeError);
  });
});
