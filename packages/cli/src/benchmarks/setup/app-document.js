import { node } from '@plinth/plugin';
import { APP } from './names.js';
import { seedRows, seedUsers } from './seed.js';
import { TABLES } from './tables.js';

/** @import { AppDocument, Node } from '@plinth/plugin' */

const PUBLIC = ['public'];
const NEWEST_FIRST = [{ field: 'posted', descending: true }];

/**
 * The app with the benchmark pages. `files`: addresses of the stored files, which one of its pages links to, so that a
 * runner elsewhere finds them.
 *
 * @param {{ label: string, url: string }[]} files
 * @returns {AppDocument}
 */
export function benchmarkDocument(files) {
  return /** @type {any} */ ({
    plinth: 1,
    app: {
      name: APP,
      label: 'Benchmark',
      description: 'What plinth run-benchmark asks for: a forum with 500 threads and 5,000 replies.',
      icon: 'gauge',
    },
    tables: TABLES,
    views: views(),
    pages: [
      page('bench_complex', 'Forum', complexPage('bench_topics')),
      page('bench_complex_linked', 'Forum with computed links', complexPage('bench_topics_linked')),
      page('bench_simple', 'Simple page', [node('text', { text: 'One line of text.' })]),
      page('bench_files', 'Stored files', filesPage(files)),
    ],
    menu: [],
    users: seedUsers(),
    rows: seedRows(),
  });
}

/** Links to the stored files. @param {{ label: string, url: string }[]} files @returns {Node[]} */
export function filesPage(files) {
  return [
    node('heading', { text: 'Stored files', level: '1' }),
    ...files.map(({ label, url }) => node('link', { label, to: 'url', url })),
  ];
}

function views() {
  return [
    view('bench_topics', 'Topics', 'list', 'bench_threads', topics(field('title'))),
    view('bench_topics_linked', 'Topics', 'list', 'bench_threads', topics(computedLink())),
    view('bench_thread', 'Thread', 'show', 'bench_threads', {
      layout: stack([node('heading', { field: 'title', level: '1' }), shown('posted'), shown('body')]),
    }),
    view('bench_recent', 'Recent posts', 'feed', 'bench_replies', {
      layout: stack([shown('thread'), shown('poster'), shown('posted'), shown('body')]),
      columns: '1',
      search: false,
      sort: NEWEST_FIRST,
      pageSize: 10,
      showTitle: false,
    }),
    view('bench_thread_form', 'New topic', 'edit', 'bench_threads', {
      layout: stack([entered('title'), entered('body'), entered('category'), node('submit', { label: 'Save' })]),
      destination: 'back',
      showTitle: false,
      frame: 'plain',
    }),
    view('bench_note_form', 'Note', 'edit', 'bench_notes', {
      layout: stack([entered('text'), node('submit', { label: 'Save' })]),
      destination: 'back',
    }),
  ];
}

/** Seven columns, newest first, twenty per page. @param {object} title the first of them */
function topics(title) {
  return {
    columns: [
      title,
      field('category'),
      field('poster'),
      field('posted'),
      { kind: 'aggregate', relation: 'bench_replies.thread', aggregate: 'count', label: 'Replies' },
      { kind: 'aggregate', relation: 'bench_replies.thread', aggregate: 'latest', of: 'posted', label: 'Latest reply' },
      { kind: 'link', link: 'bench_thread', text: 'Read' },
    ],
    sort: NEWEST_FIRST,
    pageSize: 20,
    search: false,
    showTitle: false,
    frame: 'plain',
  };
}

/** A link whose text is computed for each row. */
function computedLink() {
  return {
    kind: 'link',
    link: 'bench_thread',
    text: 'Title',
    expression: 'row.title + " (" + string(row.id) + ")"',
  };
}

/** @param {string} list @returns {Node[]} */
function complexPage(list) {
  return [
    node('heading', { text: 'Forum', level: '1' }),
    node('columns', { gap: '4' }, [
      node('column', { width: 8, tablet: 12 }, [
        node('card', { title: 'Topics', flush: true }, [node('embed', { view: list })]),
        node('card', { title: 'Recent posts' }, [node('embed', { view: 'bench_recent' })]),
      ]),
      node('column', { width: 4, tablet: 12 }, [
        node('card', { title: 'New topic' }, [node('embed', { view: 'bench_thread_form' })]),
      ]),
    ]),
  ];
}

/** @param {string} name @param {string} label @param {string} template @param {string} table @param {object} config */
const view = (name, label, template, table, config) => ({ name, label, template, table, roles: PUBLIC, config });

/** @param {string} name @param {string} title @param {Node[]} children */
const page = (name, title, children) => ({ name, title, roles: PUBLIC, layout: stack(children) });

/** @param {Node[]} children */
const stack = (children) => node('stack', {}, children);

/** @param {string} name */
const field = (name) => ({ kind: 'field', field: name });

/** @param {string} name */
const shown = (name) => node('field', { field: name, label: 'none' });

/** @param {string} name */
const entered = (name) => node('form_field', { field: name });
