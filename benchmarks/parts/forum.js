/** @typedef {Awaited<ReturnType<typeof import('@plinth/data').createData>>} Data */
import { node } from '@plinth/plugin';

const SYSTEM = Object.freeze({ userId: null, roles: Object.freeze([]), system: true });
const PUBLIC_READS = { public: { read: 'all' } };

/**
 * The forum of the page benchmarks, the same for every system that is measured: 51 users, 500 threads, 10 replies each.
 * Pages: /page/forum (list, feed and form), /view/new_topic (the form alone), /page/simple (one line of text).
 *
 * @param {Data} data
 */
export async function installForum(data) {
  await data.edit(SYSTEM, 'batch', { summary: 'Forum', edits: [...tables(), ...views(), ...pages()] });
  await data.db.query(`insert into plinth.users (name, email)
    select 'User ' || n, 'user' || n || '@forum.example' from generate_series(1, 51) n`);
  await data.db.query(`insert into app.categories (name) select 'Category ' || n from generate_series(1, 5) n`);
  await data.db.query(`with people as (select id, row_number() over (order by email) - 1 as n from plinth.users
      where email like '%@forum.example')
    insert into app.threads (title, body, posted, poster, category)
    select 'Thread number ' || i, repeat('Some words about thread ' || i || '. ', 5),
        timestamptz '2026-01-01 08:00Z' + i * interval '97 minutes', people.id, i % 5 + 1
      from generate_series(1, 500) i join people on people.n = i % 51`);
  await data.db.query(`with people as (select id, row_number() over (order by email) - 1 as n from plinth.users
      where email like '%@forum.example')
    insert into app.replies (body, posted, poster, thread)
    select 'A reply of usual length, the number ' || i || ', with "quotes" & more.',
        timestamptz '2026-02-01 08:00Z' + i * interval '13 minutes', people.id, (i - 1) / 10 + 1
      from generate_series(1, 5000) i join people on people.n = i % 51`);
  await data.db.query('analyze');
}

function tables() {
  const field = (/** @type {string} */ name, /** @type {string} */ type, /** @type {object} */ more = {}) => ({
    ...{ name, label: name[0].toUpperCase() + name.slice(1), type, ...more },
  });
  const edit = (/** @type {string} */ name, /** @type {object[]} */ fields, /** @type {object} */ access) => ({
    edit: 'add-table',
    input: { name, label: name[0].toUpperCase() + name.slice(1), access, fields, auto: ['created_by'] },
  });
  return [
    edit('categories', [field('name', 'text')], PUBLIC_READS),
    edit(
      'threads',
      [
        field('title', 'text', { required: true }),
        field('body', 'long_text'),
        field('posted', 'date_time'),
        field('poster', 'user'),
        field('category', 'relation', { attributes: { table: 'categories', onDelete: 'restrict' } }),
      ],
      { public: { read: 'all', create: 'all' } },
    ),
    edit(
      'replies',
      [
        field('body', 'long_text'),
        field('posted', 'date_time'),
        field('poster', 'user'),
        field('thread', 'relation', { attributes: { table: 'threads', onDelete: 'cascade' } }),
      ],
      PUBLIC_READS,
    ),
    { edit: 'add-index', input: { table: 'threads', fields: ['posted'] } },
    { edit: 'add-index', input: { table: 'replies', fields: ['posted'] } },
  ];
}

function views() {
  const show = (/** @type {string} */ name) => node('field', { field: name, label: 'none' });
  const control = (/** @type {string} */ name) => node('form_field', { field: name });
  const newest = [{ field: 'posted', descending: true }];
  const moment = { view: 'date_time' };
  const columns = [
    { kind: 'field', field: 'title', link: 'thread' },
    { kind: 'field', field: 'category', view: { view: 'relation_label' } },
    { kind: 'field', field: 'poster.name' },
    { kind: 'field', field: 'posted', view: moment },
    { kind: 'aggregate', relation: 'replies.thread', aggregate: 'count', label: 'Replies' },
    { kind: 'aggregate', relation: 'replies.thread', aggregate: 'latest', of: 'posted', label: 'Latest reply' },
    { kind: 'link', link: 'thread', text: 'Read' },
  ];
  const card = [
    show('thread'),
    show('poster'),
    node('field', { field: 'posted', label: 'none', view: moment }),
    show('body'),
  ];
  const form = [control('title'), control('body'), control('category'), node('submit', { label: 'Save' })];
  return [
    view('thread', 'show', 'threads', { layout: show('title') }),
    view('topics', 'list', 'threads', { columns, sort: newest, pageSize: 20, rowView: 'thread' }),
    view('recent_posts', 'feed', 'replies', {
      layout: node('stack', {}, card),
      sort: newest,
      pageSize: 10,
      columns: '1',
    }),
    view('new_topic', 'edit', 'threads', {
      layout: node('stack', {}, form),
      destination: 'view',
      destinationView: 'thread',
    }),
  ];
}

/** @param {string} name @param {string} template @param {string} table @param {object} config */
function view(name, template, table, config) {
  const label = name[0].toUpperCase() + name.slice(1).replace('_', ' ');
  return { edit: 'add-view', input: { view: { name, label, template, table, roles: ['public'], config } } };
}

function pages() {
  const embed = (/** @type {string} */ name) => node('embed', { view: name });
  const forum = node('stack', {}, [
    node('heading', { text: 'Forum', level: '1' }),
    node('columns', {}, [
      node('column', { width: 8 }, [
        node('card', { title: 'Topics' }, [embed('topics')]),
        node('card', { title: 'Recent posts' }, [embed('recent_posts')]),
      ]),
      node('column', { width: 4 }, [node('card', { title: 'New topic' }, [embed('new_topic')])]),
    ]),
  ]);
  const simple = node('text', { text: 'One line of text.' });
  return [page('forum', 'Forum', forum), page('simple', 'Simple', simple)];
}

/** @param {string} name @param {string} title @param {object} layout */
function page(name, title, layout) {
  return { edit: 'add-page', input: { page: { name, title, roles: ['public'], layout } } };
}
