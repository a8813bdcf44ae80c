import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  changedPart,
  continueList,
  headingAt,
  insertText,
  linkAt,
  setHeading,
  setLink,
  toggleList,
  toggleMark,
} from './markdown-edits.js';

/** A text whose selection is between two bars; one bar is the caret. @param {string} text */
function typed(text) {
  const start = text.indexOf('|');
  const end = text.lastIndexOf('|');
  return { value: text.replaceAll('|', ''), start, end: end === start ? start : end - 1 };
}

/** @param {{ value: string, start: number, end: number } | null} result */
const drawn = (result) =>
  result &&
  (result.start === result.end
    ? `${result.value.slice(0, result.start)}|${result.value.slice(result.start)}`
    : `${result.value.slice(0, result.start)}|${result.value.slice(result.start, result.end)}|${result.value.slice(result.end)}`);

describe('the toolbar of a Markdown text', () => {
  const bold = (/** @type {string} */ text) => drawn(toggleMark(typed(text), '**'));

  it('marks the selected words or the word at the caret, and takes the marks away again', () => {
    assert.equal(bold('a |big| dog'), 'a **|big|** dog');
    assert.equal(bold('a **|big|** dog'), 'a |big| dog');
    assert.equal(bold('a |**big**| dog'), 'a |big| dog');
    assert.equal(bold('a b|ig dog'), 'a **|big|** dog');
    assert.equal(bold('a| big |dog'), 'a **|big|** dog');
    assert.equal(bold('a |'), 'a **|**');
    assert.equal(bold('**big|** dog'), '**big**| dog', 'typed to their end, it leaves them');
  });

  it('makes headings and lists of whole lines', () => {
    assert.equal(setHeading(typed('one\nt|wo'), 2).value, 'one\n## two');
    assert.equal(setHeading(typed('# |one'), 3).value, '### one');
    assert.equal(setHeading(typed('## |one'), 0).value, 'one');
    assert.equal(headingAt(typed('x\n### o|ne')), 3);
    assert.equal(toggleList(typed('|one\n\ntwo|'), 'list').value, '- one\n\n- two');
    assert.equal(toggleList(typed('|- one\n- two|'), 'numbered').value, '1. one\n2. two');
    assert.equal(toggleList(typed('|1. one\n2. two|'), 'numbered').value, 'one\ntwo');
    assert.equal(drawn(toggleList(typed('|'), 'list')), '- |');
  });

  it('continues a list at Enter, and ends it in an empty item', () => {
    assert.equal(drawn(continueList(typed('- one|'))), '- one\n- |');
    assert.equal(drawn(continueList(typed('  9. one|'))), '  9. one\n  10. |');
    assert.equal(drawn(continueList(typed('- [x] done|'))), '- [x] done\n- [ ] |');
    assert.equal(drawn(continueList(typed('- one\n- |'))), '- one\n|');
    assert.equal(continueList(typed('plain|')), null);
  });

  it('sets, changes and removes a link', () => {
    assert.equal(setLink(typed('see |here|'), '/a').value, 'see [here](/a)');
    assert.equal(setLink(typed('see |'), 'https://a.b').value, 'see [https://a.b](https://a.b)');
    assert.equal(setLink(typed('see [he|re](/a)'), '/b').value, 'see [here](/b)');
    assert.equal(setLink(typed('see [he|re](/a)'), '').value, 'see here');
    assert.equal(setLink(typed('|x|'), '/a (b)').value, '[x](</a (b)>)');
    assert.equal(linkAt(typed('[one](/a) an|d [two](/b)')), null);
    assert.equal(linkAt(typed('[one](/a) and [t|wo](/b)'))?.address, '/b');
  });

  it('puts blocks on lines of their own, and words into the line', () => {
    assert.equal(insertText(typed('a|b'), 'x').value, 'axb');
    assert.equal(insertText(typed('a|'), '## x').value, 'a\n\n## x');
    assert.equal(insertText(typed('a\n|'), '- x').value, 'a\n\n- x');
  });

  it('changes no more of the text than what differs', () => {
    assert.deepEqual(changedPart('one two', 'one **two**'), { from: 4, to: 7, text: '**two**' });
    assert.deepEqual(changedPart('aa', 'aaa'), { from: 2, to: 2, text: 'a' });
    assert.deepEqual(changedPart('same', 'same'), { from: 4, to: 4, text: '' });
  });
});
