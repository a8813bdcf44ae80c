/** @import { Values } from '@plinth/plugin' */
import { admin } from '@plinth/admin';
import { createOwnData, figures, runAsScript } from '@plinth/cli/benchmarks';
import { startServer } from '@plinth/server';
import { readConfig } from '@plinth/server/operations';
import { setTimeout as wait } from 'node:timers/promises';

const SYSTEM = Object.freeze({ userId: null, roles: [], system: true });
const PASSWORD = 'correct horse battery';
const CALLERS = 2;

/**
 * Pages requested while a backup is made and restored for a test, compared with the same pages without one. Each request
 * is for another part of a list, so that no cached page answers it.
 *
 * node benchmarks/backup.js [rows=200000] [seconds=20]
 *
 * @param {{ quick?: boolean, rows?: number, seconds?: number }} [options] seconds: how long the pages alone are requested
 */
export async function run({ quick = false, rows = quick ? 5000 : 200_000, seconds = quick ? 2 : 20 } = {}) {
  const own = createOwnData({ env: { ...process.env, LOG_LEVEL: 'warn' } });
  const server = await startServer(readConfig(own.env), { admin });
  try {
    const { data } = server.runtime();
    await install(data, rows);
    const headers = await logIn(data, 'Anna', ['user']);
    const admin = await logIn(data, 'Ada', ['admin']);
    const request = async () => {
      const answer = await fetch(`${server.url}/view/orders_list?no.gte=${Math.ceil(Math.random() * rows)}`, {
        headers,
      });
      if (!answer.ok || !(await answer.text()).includes('Order ')) throw new Error(`The list answers ${answer.status}`);
    };
    for (let i = 0; i < 50; i++) await request();

    const alone = await requestUntil(request, wait(seconds * 1000));
    const during = await requestUntil(request, backUp(server.url, data, admin));
    return [
      { rows, what: 'list', ...figures(alone, 'ms') },
      { rows, what: 'list during a backup', ...figures(during, 'ms') },
    ];
  } finally {
    await server.close();
    await own.remove();
  }
}

/** @param {() => Promise<void>} request @param {Promise<unknown>} end @returns {Promise<number[]>} durations in ms */
async function requestUntil(request, end) {
  /** @type {number[]} */
  const times = [];
  let isOver = false;
  const over = end.finally(() => (isOver = true));
  const call = async () => {
    while (!isOver) {
      const start = performance.now();
      await request();
      times.push(performance.now() - start);
    }
  };
  await Promise.all([over, ...Array.from({ length: CALLERS }, call)]);
  return times;
}

/** The button, and waiting until the backup has been tested. @param {string} url @param {Values} data @param {Record<string, string>} headers */
async function backUp(url, data, headers) {
  const address = `${url}/admin/settings/backups/now`;
  const answer = await fetch(address, { method: 'POST', headers, redirect: 'manual', body: new URLSearchParams() });
  if (answer.status >= 400) throw new Error(`The button answers ${answer.status}`);
  for (;;) {
    const [made] = await data.backups.list(SYSTEM);
    if (made?.error) throw new Error(made.error);
    if (made?.finishedAt && made.testedAt) return;
    await wait(200);
  }
}

/** @param {Values} data @param {string} name @param {string[]} roles */
async function logIn(data, name, roles) {
  const email = `${name.toLowerCase()}@example.com`;
  await data.people.users.create(SYSTEM, { name, email, password: PASSWORD, roles });
  const { token } = await data.people.login(email, PASSWORD, { address: 'load', userAgent: 'load' });
  return { cookie: `plinth_session=${encodeURIComponent(token)}`, 'sec-fetch-site': 'same-origin' };
}

/** @param {Values} data @param {number} rows */
async function install(data, rows) {
  const columns = ['title', 'no', 'note'].map((field) => ({ kind: 'field', field }));
  await data.apps.install(SYSTEM, {
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

const [rows, seconds] = process.argv.slice(2).map(Number);
await runAsScript(import.meta.url, () => run({ ...(rows && { rows }), ...(seconds && { seconds }) }));
