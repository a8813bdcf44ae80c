import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { elementContract } from '@plinth/plugin/contract';
import { texts } from '../texts/index.js';
import { elements } from './index.js';

const FILE = '0192f0c0-0000-7000-8000-000000000000';
/** Settings without which an element shows nothing. @type {Record<string, Record<string, unknown>>} */
const SAMPLES = {
  tab: { label: 'One' },
  section: { title: 'One' },
  link: { label: 'Go', to: 'url', url: '/x' },
  button: { label: 'Go', to: 'page', page: 'home' },
  image: { file: FILE },
  video: { file: FILE },
  field: { field: 'name' },
  joined_field: { path: 'author.name' },
  form_field: { field: 'name' },
  filter_field: { field: 'name' },
  aggregation: { relation: 'replies.thread' },
  embed: { view: 'list' },
  piece: { use: { piece: 'banner', values: { text: 'Hello' } } },
  number_tile: { table: 'threads' },
  progress_tile: { table: 'threads', target: 10 },
  view_link: { view: 'list' },
  search_bar: { view: 'list' },
  child_rows: { relation: 'replies.thread' },
  action_button: { action: { action: 'touch', config: {} } },
};

for (const element of elements) elementContract(element, { test, assert }, { settings: SAMPLES[element.name] });

it('own HTML brings the rest of Bootstrap where it names something of it', () => {
  const { styles } = elements.find(({ name }) => name === 'html') ?? {};
  const of = (/** @type {any} */ html) => typeof styles === 'function' && styles({ html });
  for (const html of [
    '<p class="fs-2">',
    "<p id=a class='mb-3\n px-5'>",
    '<i class=shadow-lg>',
    '<b class="table-bordered">',
  ])
    assert.deepEqual(of(html), ['core-views/css/own-html.css'], html);
  for (const html of [
    undefined,
    '',
    'class="fs-2"',
    '<p class="mb-3 my-own">',
    '<p title="fs-2">',
    '<p class="mb-3">px-5',
  ])
    assert.deepEqual(of(html), [], String(html));
});

describe('elements', () => {
  it('have labels, helps and choices in the catalogue', () => {
    /** @param {readonly import('@plinth/plugin').Setting[]} settings @returns {string[]} */
    const keys = (settings) =>
      settings.flatMap((setting) => [
        setting.label ?? '',
        ...(setting.help ? [setting.help] : []),
        ...(setting.options ?? []).map((option) => option.label),
        ...keys(setting.items ?? []),
      ]);
    const used = elements.flatMap((element) => [element.label, ...keys(element.settings)]);
    assert.deepEqual(
      [...new Set(used)].filter((key) => !(key in texts.en)),
      [],
    );
  });

  it('are found in one file each, named as they are', () => {
    assert.equal(new Set(elements.map((element) => element.name)).size, elements.length);
  });
});
