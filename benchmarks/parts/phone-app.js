/** @import { Values } from '@plinth/plugin' */
/** @typedef {Parameters<typeof signIn>[1]} Operator */
import { signIn } from '@plinth/cli/benchmarks';
import { manyElements } from './many-elements.js';

const STATES = ['new', 'planned', 'doing', 'review', 'done'];
const ALL = { read: 'all', create: 'all', update: 'all', delete: 'all' };

/**
 * A small app as a team has it: orders as a list, a list that is edited in place, a board and a form, in one menu; and a page
 * of many elements for the builder. Gives the session of a user and of an admin.
 *
 * @param {Values} data @param {Operator} operator @param {{ rows: number, elements: number }} sizes
 */
export async function installPhoneApp(data, operator, { rows, elements }) {
  await data.apps.install(operator, documentOf(elements));
  await data.db.query({
    text: `insert into app.buyers (name) select 'Buyer ' || n from generate_series(1, 50) n`,
    values: [],
  });
  await data.db.query({
    text: `insert into app.orders (title, status, amount, due, buyer, note)
           select 'Order number ' || n, ($2::text[])[1 + n % 5], (n * 37) % 900, date '2026-01-01' + n % 300, 1 + n % 50,
                  'Delivered to the back entrance, ask for the key' from generate_series(1, $1::int) n`,
    values: [rows, STATES],
  });
  const [{ token: user }, { token: admin }] = [
    await signIn(data, operator, 'user'),
    await signIn(data, operator, 'admin'),
  ];
  return { user, admin };
}

/** @param {number} elements */
function documentOf(elements) {
  const columns = ['title', 'status', 'buyer', 'amount', 'due'].map((field) => ({ kind: 'field', field }));
  const controls = ['title', 'status', 'buyer', 'amount', 'due', 'note'].map((field) => ({
    id: field,
    type: 'form_field',
    settings: { field },
  }));
  const form = { id: 'root', type: 'stack', settings: {}, children: [...controls, { id: 'send', type: 'submit' }] };
  const view = (/** @type {string} */ name, /** @type {string} */ template, /** @type {object} */ config) => ({
    name,
    label: name,
    template,
    table: 'orders',
    roles: ['user'],
    config,
  });
  return {
    plinth: 1,
    app: { name: 'phone', label: 'Phone' },
    tables: tablesFor({ user: ALL }),
    views: [
      view('list', 'list', { columns, selecting: true, pageSize: 25 }),
      view('grid', 'list', { columns, editing: true, pageSize: 50 }),
      view('board', 'board', { columnField: 'status', titleField: 'title', rankField: 'place', totalField: 'amount' }),
      view('form', 'edit', { layout: form }),
    ],
    pages: [{ name: 'many', title: 'Many', roles: ['user'], layout: manyElements(elements) }],
    menu: ['list', 'grid', 'board', 'form'].map((name) => ({
      kind: 'view',
      target: name,
      label: name,
      roles: ['user'],
    })),
  };
}

/** Buyers and their orders. @param {object} access */
const tablesFor = (access) => [
  {
    name: 'buyers',
    label: 'Buyers',
    display: 'name',
    fields: [{ name: 'name', label: 'Name', type: 'text' }],
    access,
  },
  {
    name: 'orders',
    label: 'Orders',
    display: 'title',
    history: true,
    fields: [
      { name: 'title', label: 'Title', type: 'text', required: true },
      {
        name: 'status',
        label: 'Status',
        type: 'select',
        attributes: { options: STATES.map((value) => ({ value, label: value })) },
      },
      { name: 'amount', label: 'Amount', type: 'money' },
      { name: 'due', label: 'Due', type: 'date' },
      { name: 'buyer', label: 'Buyer', type: 'relation', attributes: { table: 'buyers' } },
      { name: 'note', label: 'Note', type: 'long_text' },
      { name: 'place', label: 'Place', type: 'rank' },
    ],
    indexes: [{ fields: ['status', 'place'] }, { fields: ['due'] }],
    access,
  },
];
