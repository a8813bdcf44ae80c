import assert from 'node:assert/strict';
import { it } from 'node:test';
import { textOfHtml } from './text-of-html.js';

it('is a line for each block, with bars between the cells of a table, with and without their end tags', () => {
  const cells =
    '<table><thead><tr><th scope="col">Title<th>Done<tbody><tr><td class="a"><b>x</b> &amp; y<td>no</table>';
  assert.equal(textOfHtml(`<p>Before</p>${cells}<p>after`), 'Before\nTitle | Done\nx & y | no\nafter');
  const ended = '<tr><td></td><td>x</td></tr>';
  assert.equal(textOfHtml(ended), '| x', 'an empty cell keeps its place');
});
