/** @import { Values } from '@plinth/plugin' */
/** A user who may read and owns nothing. */
export const READER = Object.freeze({
  userId: '00000000-0000-7000-8000-0000000000aa',
  roles: ['user', 'public'],
  system: false,
});

/**
 * A table of many orders, of which one in twenty has no due date.
 *
 * @param {Values} data @param {Values} operator @param {string} table @param {number} rows
 */
export async function fillOrders(data, operator, table, rows) {
  const fields = { name: 'text', due: 'date', amount: 'money', status: 'text' };
  await data.edit(operator, 'add-table', {
    name: table,
    access: { user: { read: 'all' } },
    fields: Object.entries(fields).map(([name, type]) => ({ name, type, required: name === 'name' })),
    indexes: [{ fields: ['due'] }, { fields: ['name'] }, { fields: ['status'] }],
  });
  const text = `select format('insert into app.%1$I (name, due, amount, status)
      select ''Order '' || md5(n::text), case when n %% 20 > 0 then date ''2020-01-01'' + (n %% 2000)::int end, n %% 1000,
        (array[''open'', ''paid'', ''late''])[1 + n %% 3]
      from generate_series(1, %2$s) n', $1::text, $2::int) as fill, format('vacuum analyze app.%I', $1::text) as tidy`;
  await data.db.client(async (/** @type {import('pg').Client} */ client) => {
    await client.query('set statement_timeout = 0');
    const [{ fill, tidy }] = (await client.query({ text, values: [table, rows] })).rows;
    await client.query(fill);
    await client.query(tidy);
    await client.query('reset statement_timeout');
  });
}
