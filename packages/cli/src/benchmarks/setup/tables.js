/** @import { AppTable } from '@plinth/plugin' */

const NONE = { read: 'none', create: 'none', update: 'none', delete: 'none' };
const READ = { ...NONE, read: 'all' };
const READ_AND_CREATE = { ...READ, create: 'all' };

/** @param {string} name @param {string} label @param {string} type @param {object} [rest] */
const field = (name, label, type, rest = {}) => ({ name, label, type, ...rest });
const KEY = field('id', 'Id', 'integer', { auto: 'id' });
const POSTED = field('posted', 'Posted', 'date_time', { default: { now: true } });
const POSTER = field('poster', 'Poster', 'user', { default: { user: true } });
const BODY = field('body', 'Text', 'long_text', { required: true });

/** The tables of the forum, and one for inserts, in the shortest form that a document allows. @type {unknown[]} */
export const TABLES = [
  {
    name: 'bench_categories',
    label: 'Categories',
    icon: 'folders',
    display: 'name',
    fields: [KEY, field('name', 'Name', 'text', { required: true })],
    access: { public: READ },
  },
  {
    name: 'bench_threads',
    label: 'Threads',
    icon: 'messages',
    display: 'title',
    fields: [
      KEY,
      field('title', 'Title', 'text', { required: true }),
      BODY,
      POSTED,
      POSTER,
      field('category', 'Category', 'relation', { attributes: { table: 'bench_categories' } }),
    ],
    indexes: [{ fields: ['posted'] }],
    // The form is on a public page, so the public may use it.
    access: { public: READ_AND_CREATE },
  },
  {
    name: 'bench_replies',
    label: 'Replies',
    icon: 'message',
    display: 'body',
    fields: [
      KEY,
      BODY,
      POSTED,
      POSTER,
      field('thread', 'Thread', 'relation', {
        attributes: { table: 'bench_threads', onDelete: 'cascade' },
        required: true,
      }),
    ],
    indexes: [{ fields: ['posted'] }],
    access: { public: READ },
  },
  {
    name: 'bench_notes',
    label: 'Notes',
    icon: 'note',
    display: 'text',
    fields: [KEY, field('text', 'Text', 'text', { required: true })],
    access: { public: { ...NONE, create: 'all' } },
  },
];
