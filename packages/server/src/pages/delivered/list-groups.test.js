import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { startTestServer, withBarrierPassed } from '../../testing/index.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {any} */
let staff;
const VIEW = '/view/job_list';
const read = (/** @type {unknown} */ rule) => ({ read: rule });

before(async () => {
  server = await startTestServer();
  const { data, system } = server;
  await data.edit(system, 'add-table', {
    name: 'teams',
    label: 'Teams',
    display: 'name',
    access: { staff: read('all') },
    fields: [{ name: 'name', label: 'Name', type: 'text' }],
  });
  const options = [
    { value: 'o', label: 'Open' },
    { value: 'd', label: 'Done' },
    { value: '-', label: 'Dashed' },
  ];
  await data.edit(system, 'add-table', {
    name: 'jobs',
    label: 'Jobs',
    display: 'title',
    access: { staff: read('all'), user: read({ rule: 'row.state == "o"' }) },
    fields: [
      { name: 'title', label: 'Title', type: 'text' },
      { name: 'team', label: 'Team', type: 'relation', attributes: { table: 'teams' } },
      { name: 'worth', label: 'Worth', type: 'integer', access: { read: ['staff'] } },
      { name: 'rank', label: 'Rank', type: 'integer', access: { read: ['staff'] } },
      { name: 'hours', label: 'Hours', type: 'integer' },
      { name: 'due', label: 'Due', type: 'date' },
      { name: 'state', label: 'State', type: 'select', attributes: { options } },
    ],
  });
  const total = { worth: 'sum', hours: 'sum' };
  const columns = ['title', 'team', 'worth', 'rank', 'hours', 'due', 'state'].map((field) => ({
    kind: 'field',
    field,
    ...(field in total && { total: 'sum' }),
  }));
  const view = { name: 'job_list', label: 'Jobs', template: 'list', table: 'jobs', roles: ['staff', 'user'] };
  const sort = [{ field: 'title' }];
  await data.edit(system, 'add-view', { view: { ...view, config: { columns, sort, pageSize: 20 } } });
  const config = { columns, sort, groupBy: 'rank' };
  await data.edit(system, 'add-view', { view: { ...view, name: 'ranked', config } });
  /** @type {any[]} */
  const teams = [];
  for (const name of ['Reds', 'Blues']) teams.push(await data.rows.insert(system, 'teams', { name }));
  const jobs = Array.from({ length: 100 }, (_, i) => ({
    title: `Job ${String(i).padStart(3, '0')}`,
    team: i < 3 ? null : teams[i % 2].id,
    worth: 1000,
    rank: i % 4,
    hours: 1,
    due: `2026-11-${10 + (i % 3)}`,
    state: i < 60 ? 'o' : i < 95 ? 'd' : i < 97 ? '-' : null,
  }));
  await data.rows.insertMany(system, 'jobs', jobs);
  staff = await server.as('staff');
});
after(() => server?.close());

/** @param {any} who @param {string} address */
async function groupsOf(who, address) {
  const { text, status } = await who.get(address);
  assert.equal(status, 200, address);
  return [...text.matchAll(/<tbody data-key="g [^]*?<\/tbody>/g)].map(([body]) => {
    const plain = (/** @type {string} */ markup) => markup.replace(/<[^>]*>/g, '').trim();
    return {
      label: plain(/<summary>([^]*?) <span class="pl-group-count">/.exec(body)?.[1] ?? ''),
      count: Number(/pl-group-count">(\d+)/.exec(body)?.[1]),
      rows: [...body.matchAll(/Job \d{3}/g)].map(([title]) => title),
      more: /pl-group-more"><td[^>]*><a href="([^"]+)"/.exec(body)?.[1].replaceAll('&amp;', '&') ?? null,
      totals: plain(/pl-subtotal">([^]*)$/.exec(body)?.[1] ?? ''),
    };
  });
}
/** @param {{ label: string, count: number, rows: string[] }[]} groups */
const told = (groups) => groups.map(({ label, count, rows }) => [label, count, rows.length]);

describe('a list in groups', () => {
  it('has them in the order of options, related rows and dates, with counts, totals and the first rows', async () => {
    const groups = await groupsOf(staff, `${VIEW}?job_list:group=state`);
    assert.deepEqual(told(groups), [
      ['Open', 60, 10],
      ['Done', 35, 10],
      ['Dashed', 2, 2],
      ['No State', 3, 3],
    ]);
    assert.match(groups[0].totals, /Sum60,000.*Sum60$/);
    assert.deepEqual(
      (await groupsOf(staff, `${VIEW}?job_list:group=team`)).map(({ label }) => label),
      ['Blues', 'Reds', 'No Team'],
    );
    const days = await groupsOf(staff, `${VIEW}?job_list:group=due&q=Job+00`);
    assert.deepEqual(told(days), [
      ['Nov 10, 2026', 4, 4],
      ['Nov 11, 2026', 3, 3],
      ['Nov 12, 2026', 3, 3],
    ]);
    const { text } = await staff.get(`${VIEW}?job_list:group=state`);
    assert.match(text, /<tfoot>[^]*Sum<\/span>100,000/);
    assert.match(text, /Rows: 100/);
  });

  it('has the totals that its reader chose, of all rows and of groups, and no others', async () => {
    const footOf = async (/** @type {any} */ who, /** @type {string} */ totals, more = '') => {
      const { text, status } = await who.get(`${VIEW}?job_list:totals=${totals}${more}`);
      assert.equal(status, 200, totals);
      const foot = /<tfoot>([^]*?)<\/tfoot>/.exec(text)?.[1] ?? '';
      return foot
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
    };
    const usual = 'Sum 100,000 Sum 100';
    assert.equal(await footOf(staff, ''), usual);
    assert.equal(await footOf(staff, 'worth.avg,rank.max,title.count'), 'Count 100 Average 1,000 Maximum 3 Sum 100');
    assert.equal(await footOf(staff, 'worth.none,hours.none'), '');
    assert.equal(await footOf(staff, 'due.min', '&job_list:group=state'), 'Sum 100,000 Sum 100 Minimum Nov 10, 2026');
    const [open] = await groupsOf(staff, `${VIEW}?job_list:totals=worth.none,hours.max&job_list:group=state`);
    assert.equal(open.totals, 'Maximum1');
    const bad = [
      'x',
      'title.sum',
      'hours.evil',
      'nothing.sum',
      'id.max',
      '__proto__.sum',
      'constructor.sum',
      'hours',
      '%00.sum',
    ];
    for (const totals of [...bad, `${'x.sum,'.repeat(100)}hours.avg`])
      assert.equal(await footOf(staff, totals), usual, totals.slice(0, 40));
    // Z: whoever may not read a field learns nothing of it.
    const user = await server.as('user');
    for (const totals of ['worth.max', 'rank.max,worth.count']) {
      assert.equal(await footOf(user, totals), 'Sum 60', totals);
      assert.doesNotMatch(
        (await user.get(`${VIEW}?job_list:totals=${totals}&job_list:group=state`)).text,
        /Maximum|1,000/,
      );
    }
  });

  it('offers in the menu of a column to sort, filter and group by it, as its reader may', async () => {
    const menus = async (/** @type {any} */ who, query = '') => {
      const { text, status } = await who.get(`${VIEW}?${query}job_list:menu=columns`);
      assert.equal(status, 200);
      const parts = text.split('role="menu" popover data-column="').slice(1);
      return Object.fromEntries(
        parts.map((/** @type {string} */ part) => [
          part.slice(0, part.indexOf('"')),
          [...part.matchAll(/menuitem[^]*?<span>([^<]+)<\/span>/g)]
            .map(([, name]) => name.replace(/ .*/, ''))
            .join(' '),
        ]),
      );
    };
    const { title, state, worth } = await menus(staff);
    const number = 'Total: Total: Total: Total: Total:';
    assert.deepEqual(
      [title, state, worth],
      [
        'Sort Sort Filter Total: Hide',
        'Sort Sort Filter Group Total: Hide',
        `Sort Sort Filter Group ${number} No Hide`,
      ],
    );
    const grouped = await menus(staff, 'job_list:group=state&sort=-due&');
    assert.equal(grouped.state, 'Sort Sort Filter Remove Total: Hide');
    assert.equal(grouped.due, 'Sort Remove Filter Group Total: Total: Total: Hide');
    const others = await menus(await server.as('user'));
    assert.deepEqual(Object.keys(others), ['title', 'team', 'hours', 'due', 'state'], 'nothing of hidden fields');
    assert.doesNotMatch((await staff.get(VIEW)).text, /data-column=/, 'nothing until somebody asks');
    const asked = `${VIEW}?job_list:menu=columns`;
    assert.match((await (await server.as('admin')).get(asked)).text, /href="\/admin\/tables\/jobs\/fields\/worth"/);
    assert.doesNotMatch((await staff.get(asked)).text, /\/admin\/tables/);
  });

  it('is printed as its reader grouped it last, on its own page and on others, unless the address says otherwise', async () => {
    const { data, system } = server;
    const layout = node('embed', { view: 'job_list' });
    await data.edit(system, 'add-page', { page: { name: 'work', title: 'Work', roles: ['staff'], layout } });
    const headers = { accept: 'application/json', 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const keep = (/** @type {unknown} */ group) =>
      staff.request(`${VIEW}/list-settings`, { method: 'PATCH', body: JSON.stringify({ group }), headers });
    const labels = async (/** @type {string} */ address, who = staff) =>
      (await groupsOf(who, address)).map(({ label }) => label).join();
    const states = 'Open,Done,Dashed,No State';
    assert.equal(await labels(VIEW), '');
    assert.equal((await keep('state')).status, 200);
    assert.equal(await labels(VIEW), states);
    assert.equal(await labels(VIEW), states, 'from the cache');
    assert.equal(await labels('/page/work'), states);
    assert.equal(await labels(`${VIEW}?job_list:group=-`), '');
    assert.equal(await labels(`${VIEW}?job_list:group=team`), 'Blues,Reds,No Team');
    assert.equal(await labels(VIEW, await server.as('user')), '', 'of nobody else');
    await keep('gone:month');
    assert.equal(await labels(VIEW), '');
    await keep('-');
    assert.equal(await labels(VIEW), '');
    assert.equal(await labels('/view/ranked'), '0,1,2,3', 'of no other list');
    await keep(null);
  });

  it('goes on in each group by a cursor, and back to all', async () => {
    const [open, , dashed] = await groupsOf(staff, `${VIEW}?job_list:group=state`);
    assert.equal(dashed.more, null);
    const { text } = await staff.get(open.more);
    const titles = [...text.matchAll(/Job \d{3}/g)].map(([title]) => title);
    assert.deepEqual([titles.length, titles[0], titles.at(-1)], [20, 'Job 010', 'Job 029']);
    assert.match(text, /11–30<\/span>/);
    assert.match(text, /href="\/view\/job_list\?job_list:group=state"[^>]*>.*All groups/);
    assert.match(text, /rel="next"/);
    const dash = await staff.get(`${VIEW}?job_list:group=state&job_list:in=--`);
    assert.deepEqual(dash.text.match(/Job \d{3}/g), ['Job 095', 'Job 096']);
    const none = await staff.get(`${VIEW}?job_list:group=state&job_list:in=-`);
    assert.deepEqual(none.text.match(/Job \d{3}/g), ['Job 097', 'Job 098', 'Job 099']);
  });

  it('Z1 Z6: has only rows, groups and totals that the reader may see', async () => {
    const user = await server.as('user');
    const groups = await groupsOf(user, `${VIEW}?job_list:group=state`);
    assert.deepEqual(told(groups), [['Open', 60, 10]]);
    assert.equal(groups[0].totals, 'Sum60', 'hours, not worth');
    const { text } = await user.get(`${VIEW}?job_list:group=rank&job_list:menu=view`);
    assert.doesNotMatch(text, /pl-group"|Rank|1,000|data-pl-group="(rank|worth)"|data-pl-groups="[^"]*(rank|worth)/);
    assert.match(text, /data-pl-group="state"/);
    assert.match(text, /Job 019/);
    assert.deepEqual(await groupsOf(user, '/view/ranked'), [], 'nor where the list was built so');
    assert.equal((await groupsOf(staff, '/view/ranked')).length, 4);
    assert.deepEqual(await groupsOf(staff, '/view/ranked?ranked:group=-'), []);
    // Who may not read the teams learns how rows are divided by them as from the rows: without names.
    assert.doesNotMatch((await user.get(`${VIEW}?job_list:group=team`)).text, /Reds|Blues/);
  });

  it('is a plain list where the address makes no sense', async () => {
    for (const name of ['nothing', 'title', 'id', 'team.name', '__proto__', '%00', "state'--", 'state,due'])
      assert.deepEqual(await groupsOf(staff, `${VIEW}?job_list:group=${name}`), [], name);
    assert.equal((await groupsOf(staff, `${VIEW}?job_list:group=team&job_list:in=drop`)).length, 3);
    assert.equal((await groupsOf(staff, `${VIEW}?job_list:group=due&job_list:in=2026-99-99`)).length, 3);
    assert.equal((await groupsOf(staff, `${VIEW}?job_list:group=state&job_list:in=%00`)).length, 4);
    const { text, status } = await staff.get(`${VIEW}?job_list:group=state&job_list:in=gone`);
    assert.equal(status, 200);
    assert.match(text, /All groups/);
    assert.doesNotMatch(text, /Job 0/);
    assert.equal((await staff.get(`${VIEW}?job_list:group=state&after=%00x`)).status < 500, true);
  });

  it('takes one round trip, and no page is larger than 80 KB', async () => {
    const { data } = server;
    const {
      before: from,
      answer,
      after: to,
    } = await withBarrierPassed(server, async () => ({
      before: data.db.counters(),
      answer: await staff.get(`${VIEW}?job_list:group=state&sort=-hours`),
      after: data.db.counters(),
    }));
    assert.equal(answer.status, 200);
    assert.ok(to.roundTrips - from.roundTrips <= 1, JSON.stringify({ from, to }));
    assert.ok(to.statements - from.statements <= 2, 'the rows in their groups, and the totals of all');
    for (const name of ['state', 'team', 'due', 'hours']) {
      const { text } = await staff.get(`${VIEW}?job_list:group=${name}`);
      assert.ok(Buffer.byteLength(text) <= 80 * 1024, `${name}: ${Buffer.byteLength(text)} bytes`);
    }
  });

  it('is bounded where there are many groups: those beyond the rows of a page are closed', async () => {
    const { data, system } = server;
    await data.rows.insertMany(
      system,
      'jobs',
      Array.from({ length: 60 }, (_, i) => ({ title: `Late ${i}`, state: 'o', due: `20${30 + i}-01-01` })),
    );
    const { text } = await staff.get(`${VIEW}?job_list:group=due&sort=title`);
    assert.equal(text.match(/<tr class="pl-group">/g)?.length, 50);
    assert.equal(text.match(/<details open><summary>/g)?.length, 13, '3 groups of 10, and 10 of 1');
    assert.match(text, /The first 50 groups/);
    assert.ok(Buffer.byteLength(text) <= 80 * 1024, `${Buffer.byteLength(text)} bytes`);
    await data.db.query({ text: `delete from app.jobs where title like 'Late %'`, values: [] });
  });

  it('is exported group by group', async () => {
    const { text } = await staff.get(`${VIEW}/export.csv?job_list:group=state&sort=-title`);
    const lines = text.replace('\ufeff', '').trim().split('\r\n').slice(1);
    const states = lines.map((/** @type {string} */ line) => line.split(',').at(-1));
    const runs = states.filter((/** @type {string} */ state, /** @type {number} */ i) => state !== states[i - 1]);
    assert.equal(lines.length, 100);
    assert.equal(new Set(runs).size, runs.length, runs.join());
    assert.match(lines[0], /^Job 0/);
  });
});

describe('a list in groups of time', () => {
  const address = (/** @type {string} */ group, query = '') => `/view/visit_list?visit_list:group=${group}${query}`;
  const labels = async (/** @type {string} */ group, query = '') =>
    (await groupsOf(staff, address(group, query))).map(({ label, count }) => `${label}: ${count}`);

  before(async () => {
    const { data, system } = server;
    await data.edit(system, 'change-settings', { changes: { timeZone: 'America/New_York', firstDay: 7 } });
    await data.edit(system, 'add-table', {
      name: 'visits',
      label: 'Visits',
      access: { staff: read('all'), user: read({ rule: 'row.open' }) },
      fields: [
        { name: 'title', label: 'Title', type: 'text' },
        { name: 'day', label: 'Day', type: 'date' },
        { name: 'at', label: 'At', type: 'date_time' },
        { name: 'closed', label: 'Closed', type: 'date', access: { read: ['staff'] } },
        { name: 'open', label: 'Open', type: 'boolean' },
        { name: 'hours', label: 'Hours', type: 'integer' },
      ],
    });
    const columns = ['title', 'day', 'at', 'closed', 'hours'].map((field) => ({
      kind: 'field',
      field,
      ...(field === 'hours' && { total: 'sum' }),
    }));
    const config = { columns, sort: [{ field: 'title' }] };
    const view = { label: 'Visits', template: 'list', table: 'visits', roles: ['staff', 'user'] };
    await data.edit(system, 'add-view', { view: { ...view, name: 'visit_list', config } });
    const monthly = { ...config, groupBy: 'at', groupStep: 'month' };
    await data.edit(system, 'add-view', { view: { ...view, name: 'by_month', config: monthly } });
    const visit = (
      /** @type {number} */ i,
      /** @type {string | null} */ day,
      /** @type {string | null} */ at,
      open = true,
    ) => ({ title: `Job ${String(i).padStart(3, '0')}`, day, at, open, hours: i, closed: day });
    await data.rows.insertMany(system, 'visits', [
      // A Saturday and the Sunday after it; in New York, the first of December begins at five in the morning UTC.
      visit(1, '2026-11-21', '2026-11-21T12:00:00Z'),
      visit(2, '2026-11-22', '2026-12-01T04:59:59Z'),
      visit(3, '2026-11-28', '2026-12-01T05:00:00Z', false),
      visit(4, '2027-01-01', '2027-01-01T04:59:59.999Z'),
      visit(5, null, null),
    ]);
  });

  it('has weeks from the first day of the site, months, quarters and years, with totals', async () => {
    assert.deepEqual(await labels('day:week'), [
      'Nov 15, 2026 – Nov 21, 2026: 1',
      'Nov 22, 2026 – Nov 28, 2026: 2',
      'Dec 27, 2026 – Jan 2, 2027: 1',
      'No Day: 1',
    ]);
    assert.deepEqual(await labels('day:month'), ['November 2026: 3', 'January 2027: 1', 'No Day: 1']);
    assert.deepEqual(await labels('day:quarter'), ['Q4 2026: 3', 'Q1 2027: 1', 'No Day: 1']);
    assert.deepEqual(await labels('day:year'), ['2026: 3', '2027: 1', 'No Day: 1']);
    const [first] = await groupsOf(staff, address('day:month'));
    assert.match(first.totals, /Sum6$/);
  });

  it('puts instants into the days of the site’s time zone', async () => {
    assert.deepEqual(await labels('at:day'), [
      'Nov 21, 2026: 1',
      'Nov 30, 2026: 1',
      'Dec 1, 2026: 1',
      'Dec 31, 2026: 1',
      'No At: 1',
    ]);
    assert.deepEqual(await labels('at:month'), ['November 2026: 2', 'December 2026: 2', 'No At: 1']);
    const built = await groupsOf(staff, '/view/by_month');
    assert.deepEqual(
      built.map(({ label }) => label),
      ['November 2026', 'December 2026', 'No At'],
    );
  });

  it('shows one group alone, whichever of its days the address names', async () => {
    const titles = async (/** @type {string} */ group, /** @type {string} */ value) => {
      const { text, status } = await staff.get(address(group, `&visit_list:in=${encodeURIComponent(value)}`));
      assert.equal(status, 200);
      return [...new Set(text.match(/Job \d{3}/g))].join();
    };
    assert.equal(await titles('at:month', '2026-12-01'), 'Job 003,Job 004');
    assert.equal(await titles('at:month', '2026-12-17'), 'Job 003,Job 004');
    assert.equal(await titles('day:week', '2026-11-22'), 'Job 002,Job 003');
    assert.equal(await titles('day:week', '-'), 'Job 005');
  });

  it('ignores steps and groups that there are none of', async () => {
    for (const group of ['day:decade', 'title:week', 'at', 'day:', 'day:month:week', "day:month'--"]) {
      const { text, status } = await staff.get(address(encodeURIComponent(group)));
      assert.equal(status, 200, group);
      assert.doesNotMatch(text, /pl-group-count/, group);
    }
    for (const value of ['2026-13-45', 'x', "2026-11-01'", '99999-01-01'])
      assert.equal((await staff.get(address('day:month', `&visit_list:in=${encodeURIComponent(value)}`))).status, 200);
  });

  it('Z6: counts the rows that one may read, and groups by no field that one may not', async () => {
    const user = await server.as('user');
    assert.deepEqual(told(await groupsOf(user, address('at:month'))), [
      ['November 2026', 2, 2],
      ['December 2026', 1, 1],
      ['No At', 1, 1],
    ]);
    const { text } = await user.get(address('closed:month'));
    assert.doesNotMatch(text, /pl-group-count|Closed/);
  });
});
