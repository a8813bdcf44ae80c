/** @import { Benchmark } from '@plinth/cli/benchmarks' */
/** @import { Values } from '@plinth/plugin' */
import { setTimeout as wait } from 'node:timers/promises';
import { figures, signIn, timed, withServer } from '@plinth/cli/benchmarks';

const CALLERS = 2;

/**
 * The same pages first without a backup. Each request is for another part of the list, so that no cached page answers it.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'I',
  about: 'pages while a backup is made and restored for a test',
  isApart: true,
  sizes: { rows: [200_000, 5000], seconds: [20, 2] },
  run: ({ rows, seconds }) =>
    withServer(async ({ url, data, operator }) => {
      await install(data, operator, rows);
      const { headers } = await signIn(data, operator, 'user');
      const admin = await signIn(data, operator, 'admin');
      const request = async () => {
        const answer = await fetch(`${url}/view/orders_list?no.gte=${Math.ceil(Math.random() * rows)}`, { headers });
        if (!answer.ok || !(await answer.text()).includes('Order '))
          throw new Error(`The list answers ${answer.status}`);
      };
      for (let i = 0; i < 50; i++) await request();
      const alone = await requestUntil(request, wait(seconds * 1000));
      const during = await requestUntil(request, backUp(url, data, operator, admin.headers));
      return [
        { rows, what: 'list', ...figures(alone, 'ms') },
        { rows, what: 'list during a backup', ...figures(during, 'ms') },
      ];
    }),
};

/** @param {() => Promise<void>} request @param {Promise<unknown>} end @returns {Promise<number[]>} durations in ms */
async function requestUntil(request, end) {
  /** @type {number[]} */
  const times = [];
  let isOver = false;
  const over = end.finally(() => (isOver = true));
  const call = async () => {
    while (!isOver) times.push(await timed(request));
  };
  await Promise.all([over, ...Array.from({ length: CALLERS }, call)]);
  return times;
}

/**
 * The button, and waiting until the backup has been tested.
 *
 * @param {string} url @param {Values} data @param {Values} operator @param {Record<string, string>} headers
 */
async function backUp(url, data, operator, headers) {
  const address = `${url}/admin/settings/backups/now`;
  const answer = await fetch(address, { method: 'POST', headers, redirect: 'manual', body: new URLSearchParams() });
  if (answer.status >= 400) throw new Error(`The button answers ${answer.status}`);
  for (;;) {
    const [made] = await data.backups.list(operator);
    if (made?.error) throw new Error(made.error);
    if (made?.finishedAt && made.testedAt) return;
    await wait(200);
  }
}

/** @param {Values} data @param {Values} operator @param {number} rows */
async function install(data, operator, rows) {
  const columns = ['title', 'no', 'note'].map((field) => ({ kind: 'field', field }));
  await data.apps.install(operator, {
    plinth: 1,
    app: { name: 'orders', label: 'Orders' },
    tables: [
      {
        name: 'orders',
        label: 'Orders',
        display: 'title',
        fields: [
          { name: 'title', label: 'Title', type: 'text' },
          { name: 'no', label: 'No', type: 'integer' },
          { name: 'note', label: 'Note', type: 'long_text' },
        ],
        indexes: [{ fields: ['no'] }],
        access: { user: { read: 'all', create: 'none', update: 'none', delete: 'none' } },
      },
    ],
    views: [
      {
        name: 'orders_list',
        label: 'Orders',
        template: 'list',
        table: 'orders',
        roles: ['user'],
        config: { columns, sort: [{ field: 'no' }] },
      },
    ],
  });
  await data.db.query({
    text: `insert into app.orders (title, no, note)
           select 'Order ' || n, n, repeat(md5(n::text), 8) from generate_series(1, $1::int) n`,
    values: [rows],
  });
  await data.db.query('analyze app.orders');
}
