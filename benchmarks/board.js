/** @import { Benchmark } from '@plinth/cli/benchmarks' */
/** @import { Values } from '@plinth/plugin' */
import { signIn, timeCalls, withServer } from '@plinth/cli/benchmarks';

const COLUMNS = ['idea', 'planned', 'next', 'doing', 'review', 'testing', 'released', 'dropped'];

/**
 * Over HTTP: one person drops a card between two others, each time another card in another of 8 columns, and the answer comes
 * once it is on disk; then the whole board, which each drop makes outdated.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'J',
  about: 'dropping a card on a board of 10,000, and the board itself',
  sizes: { cards: [10_000, 1000], drops: [500, 100] },
  run: ({ cards, drops }) =>
    withServer(async ({ url, data, operator }) => {
      await install(data, operator, cards);
      const { headers } = await signIn(data, operator, 'user');
      const drop = await timeCalls(drops, (i) => dropCard(url, headers, cards, i), { warmUp: 20 });
      const board = await timeCalls(Math.ceil(drops / 5), async (i) => {
        const answer = await fetch(`${url}/view/cards_board?again=${i}`, { headers });
        if (!answer.ok || !(await answer.text()).includes('pl-board'))
          throw new Error(`The board answers ${answer.status}`);
      });
      return Object.entries({ drop, board }).map(([what, { unit, p50, p95 }]) => ({ cards, what, unit, p50, p95 }));
    }),
};

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

/** @param {Values} data @param {Values} operator @param {number} cards */
async function install(data, operator, cards) {
  const options = COLUMNS.map((value) => ({ value, label: value }));
  const config = { columnField: 'status', titleField: 'title', rankField: 'place', totalField: 'points' };
  await data.apps.install(operator, {
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
