/** @import { Values } from '@plinth/plugin' */
import { admin } from '@plinth/admin';
import { createOwnData, runAsScript, timeCalls } from '@plinth/cli/benchmarks';
import { startServer } from '@plinth/server';
import { readConfig } from '@plinth/server/operations';

const SYSTEM = Object.freeze({ userId: null, roles: [], system: true });
const PERSON = Object.freeze({ email: 'anna@example.com', password: 'correct horse battery', roles: ['user'] });
const COLUMNS = ['idea', 'planned', 'next', 'doing', 'review', 'testing', 'released', 'dropped'];

/**
 * A board of many cards in 8 columns, over HTTP: one person drops a card between two others, each time another card in another
 * column, and the answer comes once it is on disk; then the whole board, which each drop makes outdated.
 *
 * node benchmarks/board.js [cards=10000] [drops=500]
 *
 * @param {{ quick?: boolean, cards?: number, repeats?: number }} [options]
 */
export async function run({ quick = false, cards = quick ? 1000 : 10_000, repeats = quick ? 100 : 500 } = {}) {
  const own = createOwnData({ env: { ...process.env, LOG_LEVEL: 'warn' } });
  const server = await startServer(readConfig(own.env), { admin });
  try {
    const { data } = server.runtime();
    await install(data, cards);
    await data.people.users.create(SYSTEM, { name: 'Anna', ...PERSON });
    const { token } = await data.people.login(PERSON.email, PERSON.password, { address: 'load', userAgent: 'load' });
    const headers = { cookie: `plinth_session=${encodeURIComponent(token)}`, 'sec-fetch-site': 'same-origin' };
    const drop = (/** @type {number} */ i) => dropCard(server.url, headers, cards, i);
    const stored = await timeCalls(repeats, drop, { warmUp: 20 });
    const page = await timeCalls(Math.ceil(repeats / 5), async (/** @type {number} */ i) => {
      const answer = await fetch(`${server.url}/view/cards_board?again=${i}`, { headers });
      if (!answer.ok || !(await answer.text()).includes('pl-board'))
        throw new Error(`The board answers ${answer.status}`);
    });
    return [
      { cards, what: 'drop', unit: stored.unit, p50: stored.p50, p95: stored.p95 },
      { cards, what: 'board', unit: page.unit, p50: page.p50, p95: page.p95 },
    ];
  } finally {
    await server.close();
    await own.remove();
  }
}

/** @param {string} url @param {Record<string, string>} headers @param {number} cards @param {number} i */
async function dropCard(url, headers, cards, i) {
  const step = COLUMNS.length;
  const column = i % step;
  // Cards lie in the columns in turn: neighbours in a column are 8 apart.
  const above = ((i * 7919) % (cards / step - 2)) * step + column + 1;
  const id = ((i * 104_729 + 13) % cards) + 1;
  const body = new URLSearchParams({
    node: 'move',
    id: String(id),
    return: '/view/cards_board',
    column: COLUMNS[column],
    above: String(above),
    below: String(above + step),
  });
  const answer = await fetch(`${url}/view/cards_board/act`, {
    method: 'POST',
    body,
    headers: { ...headers, accept: 'application/json' },
  });
  if (!answer.ok) throw new Error(`The drop answers ${answer.status}: ${await answer.text()}`);
  await answer.text();
}

/** @param {Values} data @param {number} cards */
async function install(data, cards) {
  const options = COLUMNS.map((value) => ({ value, label: value }));
  const config = { columnField: 'status', titleField: 'title', rankField: 'place', totalField: 'points' };
  await data.apps.install(SYSTEM, {
    plinth: 1,
    app: { name: 'cards', label: 'Cards' },
    tables: [
      {
        name: 'cards',
        label: 'Cards',
        display: 'title',
        history: true,
        fields: [
          { name: 'title', label: 'Title', type: 'text' },
          { name: 'status', label: 'Status', type: 'select', attributes: { options } },
          { name: 'points', label: 'Points', type: 'integer' },
          { name: 'place', label: 'Place', type: 'rank' },
        ],
        indexes: [{ fields: ['status', 'place'] }],
        access: { user: { read: 'all', create: 'all', update: 'all', delete: 'none' } },
      },
    ],
    views: [{ name: 'cards_board', label: 'Cards', template: 'board', table: 'cards', roles: ['user'], config }],
  });
  await data.db.query({
    text: `insert into app.cards (title, status, points, place)
           select 'Card ' || n, ($2::text[])[1 + (n - 1) % 8], n % 13, n from generate_series(1, $1::int) n`,
    values: [cards, COLUMNS],
  });
  await data.db.query('analyze app.cards');
}

const [cards, repeats] = process.argv.slice(2).map(Number);
await runAsScript(import.meta.url, () => run({ cards, repeats }));
