/** @import { Values } from '@plinth/plugin' */
/** A user who may read and owns nothing. */
const READER = Object.freeze({
  userId: '00000000-0000-7000-8000-0000000000aa',
  roles: ['user', 'public'],
  system: false,
});

/** Asks for pages of a table of orders, as its reader does. @param {Values} data @param {string} table @param {string[]} fields */
export function askFor(data, table, fields) {
  const select = fields.map((field) => ({ as: field, field }));
  const base = { table, select, limit: 50, cursor: { after: 'after', before: 'before' } };
  return async (/** @type {object} */ spec, params = {}) =>
    (await data.select(READER, [{ spec: { ...base, ...spec }, params }]))[0];
}

const INDEXES = [{ fields: ['due'] }, { fields: ['name'] }, { fields: ['status'] }];

/**
 * A table of many orders of 1,000 customers, of which one in twenty has no due date.
 *
 * @param {Values} data @param {Values} operator @param {string} table @param {number} rows @param {object[]} [indexes]
 */
export async function fillOrders(data, operator, table, rows, indexes = INDEXES) {
  const fields = { name: 'text', due: 'date', amount: 'money', status: 'text', customer: 'integer' };
  await data.edit(operator, 'add-table', {
    name: table,
    access: { user: { read: 'all' } },
    fields: Object.entries(fields).map(([name, type]) => ({ name, type, required: name === 'name' })),
    indexes,
  });
  const text = `select format('insert into app.%1$I (name, due, amount, status, customer)
      select ''Order '' || md5(n::text), case when n %% 20 > 0 then date ''2020-01-01'' + (n %% 2000)::int end, n %% 1000,
        (array[''open'', ''paid'', ''late''])[1 + n %% 3], n %% 997
      from generate_series(1, %2$s) n', $1::text, $2::int) as fill, format('vacuum analyze app.%I', $1::text) as tidy`;
  await runLong(data, async (query) => {
    const [{ fill, tidy }] = (await query({ text, values: [table, rows] })).rows;
    await query(fill);
    await query(tidy);
  });
}

/** Statements that take as long as they take. @template T @param {Values} data @param {(query: (what: any) => Promise<any>) => Promise<T>} work */
export const runLong = (data, work) =>
  data.db.client(async (/** @type {import('pg').Client} */ client) => {
    await client.query('set statement_timeout = 0');
    const done = await work((what) => client.query(what));
    await client.query('reset statement_timeout');
    return done;
  });
