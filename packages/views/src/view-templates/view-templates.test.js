/** @import { Result, Select } from '@plinth/plugin' */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkSettings, node } from '@plinth/plugin';
import { actors, buildCatalog } from '../testing/catalog.js';
import { coreRegistry } from '../testing/core-registry.js';
import { planRunner } from '../testing/run-plan.js';

const registry = coreRegistry();
const tables = {
  categories: { name: 'text' },
  threads: {
    title: 'text!',
    body: 'long_text',
    status: 'select:open,done',
    posted: 'date_time',
    points: 'integer',
    done: 'boolean',
    tags: 'multi_select:a,b',
    category: 'relation:categories',
    poster: 'user:users',
  },
  replies: { body: 'long_text', thread: 'relation:threads', posted: 'date_time' },
};
const HOSTILE = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;

/** A value of the right kind for each column; texts are hostile. @param {Select} select @param {number} n */
function value(select, n) {
  if ('choices' in select) return [{ value: n + 1, label: HOSTILE }];
  if ('aggregate' in select) return select.aggregate === 'count' ? 3 : '2026-11-21T03:00:00.000Z';
  if ('may' in select || 'expression' in select || 'rows' in select) return true;
  if (select.label) return HOSTILE;
  const type = select.field.split('.').at(-1) ?? '';
  /** @type {Record<string, unknown>} */
  const known = {
    posted: '2026-11-21T03:00:00.000Z',
    created_at: '2026-11-21T03:00:00.000Z',
    points: 5,
    done: true,
    tags: ['a', HOSTILE],
    category: 1,
    thread: 1,
    poster: 'u1',
    created_by: 'u1',
  };
  return type in known ? known[type] : HOSTILE;
}

const layout = (/** @type {any[]} */ ...children) => node('stack', {}, children);

/** @param {any[]} views @param {any} [parts] */
const site = (views, parts = {}) => planRunner(registry, buildCatalog({ tables, views, ...parts }));

/** The views that one click makes. @param {any} [over] */
function generated(over = {}) {
  const bare = buildCatalog({ tables });
  const links = { list: 'threads_list', show: 'threads_show', edit: 'threads_edit' };
  const table = bare.table('threads');
  return registry.all('viewTemplate').map((template) => {
    const known = /** @type {Record<string, string>} */ ({
      list: 'threads_list',
      show: 'threads_show',
      edit: 'threads_edit',
    });
    const config = template.defaults(table, { catalog: bare, registry, links });
    return {
      name: known[template.name] ?? `threads_${template.name}`,
      template: template.name,
      table: 'threads',
      config: { ...config, ...over[template.name] },
    };
  });
}

describe('generated views', () => {
  const { run, plans } = site(generated());

  it('have a configuration that their templates accept, and no problems', () => {
    for (const view of generated()) {
      assert.doesNotThrow(
        () => checkSettings(registry.viewTemplate(view.template).settings, view.config),
        view.template,
      );
    }
    assert.deepEqual(plans.problems, []);
  });

  it('I7: render every value as text, one statement each', () => {
    for (const view of generated()) {
      for (const address of [
        `/view/${view.name}`,
        `/view/${view.name}?id=1`,
        `/view/${view.name}?q=${encodeURIComponent(HOSTILE)}&title=${encodeURIComponent(HOSTILE)}`,
      ]) {
        const { text, queries } = run(address, { values: value, rows: 2, actor: actors.admin });
        assert.doesNotMatch(
          text.replace(/="[^"]*"/g, '=""'),
          /<script|<img src=x|<[^>]* on\w+=|<[^>]* style=/i,
          address,
        );
        assert.ok(queries.length <= (view.template === 'list_show' ? 2 : 1), address);
      }
    }
  });

  it('list: shows the display field first as a link, leaves long texts out, newest first', () => {
    const { text, queries } = run('/view/threads_list', { values: value, rows: 2 });
    assert.match(text, /<th scope="col"[^>]*><a href="\/view\/threads_list\?sort=title">Title<\/a>/);
    assert.match(text, /<a class="pl-row-link" href="\/view\/threads_show\?id=1">/);
    assert.match(text, /<tr data-href="\/view\/threads_show\?id=2" data-id="2">/);
    assert.match(text, /<caption class="visually-hidden">Threads list<\/caption>/);
    assert.doesNotMatch(text, /data-label="Body"/);
    assert.deepEqual(queries[0].spec.sort, [{ field: 'posted', descending: true }]);
  });

  it('show: a term for each field, and a way to the form and back', () => {
    const { text } = run('/view/threads_show?id=1', { values: value });
    for (const label of ['Body', 'Status', 'Posted', 'Points', 'Category', 'Poster'])
      assert.match(text, new RegExp(`>${label}<`));
    assert.match(text, /href="\/view\/threads_edit\?id=1"/);
    assert.match(text, /href="\/view\/threads_list"/);
  });

  it('show: a table named by a long text has its start as the title, and the whole text among the fields', () => {
    const name = 'replies_show';
    const show = registry.viewTemplate('show');
    const bare = buildCatalog({ tables });
    const config = show.defaults(bare.table('replies'), { catalog: bare, registry, links: {} });
    const long = 'Why '.repeat(100).trim();
    const { text } = site([{ name, template: 'show', table: 'replies', config }]).run(`/view/${name}?id=1`, {
      values: (/** @type {Select} */ select) => ('field' in select && select.field === 'body' ? long : null),
    });
    assert.match(text, /<h1[^>]*><span[^>]*>(Why ){12}Wh…<\/span><\/h1>/);
    assert.match(text, />Body</);
    assert.ok(text.replace(/="[^"]*"/g, '').includes(long), 'the whole text is there');
  });

  it('show: a picture that names the rows is no title, but is shown', () => {
    const bare = buildCatalog({ tables: { pictures: { photo: 'image', note: 'text' } } });
    const config = registry
      .viewTemplate('show')
      .defaults(bare.table('pictures'), { catalog: bare, registry, links: {} });
    assert.doesNotMatch(JSON.stringify(config), /"heading"/);
    assert.match(JSON.stringify(config), /"field":"photo"/);
  });

  it('show: has what is calculated, which forms don’t ask for', () => {
    for (const auto of /** @type {const} */ (['formula', 'function'])) {
      const bare = buildCatalog({ tables: { orders: { title: 'text', total: 'decimal' } } });
      const table = bare.table('orders');
      table.field('total').auto = auto;
      const made = (/** @type {string} */ name) =>
        JSON.stringify(registry.viewTemplate(name).defaults(table, { catalog: bare, registry, links: {} }));
      assert.match(made('show'), /"field":"total"/, auto);
      assert.doesNotMatch(made('edit'), /"field":"total"/, auto);
    }
  });

  it('edit: a labelled control for each field that people fill in', () => {
    const { text } = run('/view/threads_edit', { values: value });
    for (const field of ['title', 'body', 'status', 'posted', 'points', 'done', 'tags', 'category', 'poster']) {
      assert.match(text, new RegExp(`name="${field}"`), field);
    }
    assert.doesNotMatch(text, /name="created_at"/);
    for (const [, id] of text.matchAll(/<label[^>]* for="([^"]+)"/g)) assert.ok(text.includes(`id="${id}"`), id);
  });
});

describe('links', () => {
  it('have no links for those who may not open the view or save the form', () => {
    const views = generated().map((view) => (view.template === 'show' ? { ...view, roles: ['staff'] } : view));
    const read = {
      read: /** @type {'all'} */ ('all'),
      create: /** @type {'none'} */ ('none'),
      update: /** @type {'none'} */ ('none'),
      delete: /** @type {'none'} */ ('none'),
    };
    const { run } = site(views, { access: { public: read } });
    const list = run('/view/threads_list', { values: value }).text;
    assert.doesNotMatch(list, /threads_show|threads_edit/);
    assert.match(list, /<td[^>]*>&quot;&#39;&gt;&lt;script/);
    assert.match(run('/view/threads_list', { values: value, actor: actors.staff }).text, /threads_show\?id=1/);
    assert.doesNotMatch(run('/view/threads_show?id=1', { values: value, actor: actors.staff }).text, /threads_edit/);
    assert.match(run('/view/threads_show?id=1', { values: value, actor: actors.admin }).text, /threads_edit\?id=1/);
  });
});

describe('list', () => {
  const columns = [
    { kind: 'field', field: 'title' },
    { kind: 'field', field: 'category.name' },
    { kind: 'field', field: 'points', total: 'sum' },
    { kind: 'aggregate', relation: 'replies.thread', aggregate: 'count', label: 'Replies' },
    { kind: 'aggregate', relation: 'replies.thread', aggregate: 'latest', of: 'posted' },
    { kind: 'link', link: 'threads_show', text: 'Open' },
    { kind: 'expression', expression: 'row.title + "!"' },
    { kind: 'action', action: { action: 'delete_row', config: {} }, confirm: 'Sure?' },
  ];
  const view = {
    name: 'topics',
    template: 'list',
    table: 'threads',
    config: { columns, rowView: 'threads_show', createView: 'threads_edit', pageSize: 5 },
  };
  const { run, plans } = site([...generated(), view]);

  it('asks for all its columns, totals and the page in one statement', () => {
    const { queries } = run('/view/topics?sort=-points&q=words&status=open');
    assert.equal(queries.length, 1);
    const { spec, params } = queries[0];
    assert.deepEqual(spec.sort, [{ field: 'points', descending: true }]);
    assert.deepEqual(spec.where, { field: 'status', op: 'eq', value: { param: 'f0' } });
    assert.deepEqual(spec.search, { param: 'search', locale: 'en' });
    assert.deepEqual(spec.totals, [{ as: 't2', aggregate: 'sum', field: 'points' }]);
    assert.equal(spec.limit, 5);
    assert.deepEqual(params, { f0: 'open', search: 'words', after: null, before: null });
    assert.equal(spec.select.filter((select) => 'aggregate' in select).length, 2);
    assert.deepEqual(plans.view('topics').reads.sort(), ['categories', 'replies', 'threads', 'users']);
  });

  it('prints values of expressions by their type, in the reader’s language, and fields as they are read elsewhere', () => {
    const sources = [
      'row.points / 3.0',
      'row.points * 1000',
      'row.points > 4',
      'date(row.posted)',
      'row.posted',
      'row.done',
      '["a", "b"]',
      'duration("90m")',
    ];
    const columns = sources.map((expression) => ({ kind: 'expression', expression }));
    const config = { columns: [...columns, { kind: 'link', link: 'threads_show', expression: 'row.points / 3.0' }] };
    const typed = { name: 'typed', template: 'list', table: 'threads', config };
    const { text } = site([...generated(), typed]).run('/view/typed', { values: value, locale: 'de' });
    const cells = [...text.matchAll(/<td[^>]*>(?:<a [^>]*>)?([^<]*)/g)].map(([, cell]) => cell);
    assert.deepEqual(cells.slice(-9), [
      '1,67',
      '5.000',
      'Ja',
      '21.11.2026',
      '21.11.2026, 03:00',
      'Ja',
      'a, b',
      '1:30',
      '1,67',
    ]);
  });

  it('gives the space to a text, even if something short is the row’s label', () => {
    const short = { name: 'short', template: 'list', table: 'threads' };
    const shown = (/** @type {string[]} */ fields) => {
      const config = { columns: fields.map((field) => ({ kind: 'field', field })) };
      const { text } = site([...generated(), { ...short, config }]).run('/view/short', { values: value });
      return text.match(/<th [^>]*data-name="(\w+)" class="pl-cell-main/)?.[1];
    };
    assert.equal(shown(['status', 'title', 'category']), 'Title');
    assert.equal(shown(['status', 'category', 'points']), 'Category');
    assert.equal(shown(['points', 'status']), 'Points');
  });

  it('starts with a narrow number on the left, and leaves the space to the text beside it', () => {
    const shown = (/** @type {any[]} */ columns) => {
      const numbers = { name: 'numbers', template: 'list', table: 'threads', config: { columns } };
      const { text } = site([...generated(), numbers]).run('/view/numbers', { values: value });
      return [...text.matchAll(/<td(?: class="([^"]*)")?( data-label="\w+")?>/g)].map(
        ([, classes, label]) => (classes ?? '') + (label ?? ''),
      );
    };
    const [points, title] = [
      { kind: 'field', field: 'points' },
      { kind: 'field', field: 'title' },
    ];
    // Phones show a label only where a value alone says little.
    const label = ' data-label="Points"';
    assert.deepEqual(shown([points, title, points]), [`w-1${label}`, 'pl-cell-main', `text-end${label}`]);
    assert.deepEqual(shown([{ ...points, align: 'end', width: 'wide' }, title]), [
      `text-end pl-col-wide${label}`,
      'pl-cell-main',
    ]);
    // A column of no field wraps, with a label too.
    const words = { kind: 'expression', expression: 'row.title', label: 'Words' };
    assert.deepEqual(shown([title, { kind: 'field', field: 'status' }, words]), [
      'pl-cell-main',
      ' data-label="Status"',
      'pl-cell-free',
    ]);
  });

  it('announces the order to assistive technology and reverses it', () => {
    const { text } = run('/view/topics?sort=points', { values: value });
    assert.match(text, /aria-sort="ascending"><a href="\/view\/topics\?sort=-points">/);
    assert.equal(text.match(/aria-sort/g)?.length, 1);
  });

  it('pages with real links that keep the rest of the address', () => {
    const result = { rows: [{ id: 1 }], next: 'abc', previous: null, totals: { t2: 12 }, count: null };
    const { text } = run('/view/topics?status=open&before=x', { results: [result] });
    assert.match(
      text,
      /<a class="btn btn-sm" rel="next" href="\/view\/topics\?status=open&amp;after=abc&amp;topics:at=\d+">/,
    );
    assert.doesNotMatch(text, /rel="prev"/);
    assert.match(text, /<tfoot>.*12/);
  });

  it('shows what to do if there are no rows, or no row matches', () => {
    const empty = { rows: [], next: null, previous: null, totals: null, count: null };
    assert.match(run('/view/topics', { results: [empty] }).text, /Nothing here yet.*href="\/view\/threads_edit"/);
    for (const query of [
      'status=open&q=x',
      'threads.status=open',
      'topics:q=x',
      'points.gte=3&status=open&status=done',
    ])
      assert.match(
        run(`/view/topics?${query}`, { results: [empty] }).text,
        /No matches.*href="\/view\/topics">/,
        query,
      );
    const other = run('/view/topics?replies.body=x&utm=y', { results: [empty] }).text;
    assert.match(other, /Nothing here yet/, 'conditions on other tables take nothing from this one');
  });

  it('offers to add rows only to those who may', () => {
    const access = {
      public: {
        read: /** @type {'all'} */ ('all'),
        create: /** @type {'none'} */ ('none'),
        update: /** @type {'none'} */ ('none'),
        delete: /** @type {'none'} */ ('none'),
      },
    };
    const closed = site([...generated(), view], { access });
    assert.doesNotMatch(closed.run('/view/topics', { values: value }).text, /threads_edit|<button[^>]*act-/);
    assert.match(closed.run('/view/topics', { values: value, actor: actors.admin }).text, /threads_edit/);
  });

  it('leaves out a column whose field is missing, and reports it', () => {
    const broken = {
      ...view,
      name: 'broken',
      config: {
        columns: [
          { kind: 'field', field: 'gone' },
          { kind: 'field', field: 'title' },
        ],
      },
    };
    const other = site([...generated(), broken]);
    assert.match(other.run('/view/broken', { values: value }).text, /<thead[^>]*><tr><th [^>]*data-name="Title"/);
    assert.deepEqual(
      other.plans.problems.map(({ at, message }) => [at, message]),
      [['config.columns.0', 'Threads has no field "gone"']],
    );
  });

  it('does not sort by anything but its columns', () => {
    assert.equal(run('/view/topics?sort=body').queries[0].spec.sort, undefined);
    assert.equal(run('/view/topics?sort=poster.email').queries[0].spec.sort, undefined);
    assert.deepEqual(run('/view/topics?sort=category.name').queries[0].spec.sort, [
      { field: 'category.name', descending: false },
    ]);
  });
});

describe('edit', () => {
  const control = (/** @type {string} */ field) => node('form_field', { field });
  const config = {
    layout: layout(
      control('title'),
      control('category'),
      node('child_rows', { relation: 'replies.thread', spare: 2 }, [control('body')]),
    ),
    fixed: [{ field: 'status', value: 'open' }],
    destinationView: 'threads_show',
    autosave: true,
    deleteButton: true,
  };
  const view = { name: 'form', template: 'edit', table: 'threads', config };
  const { run, plans } = site([...generated(), view]);

  it('reads only the choices for a new row, and names a preset one', () => {
    const { queries, text } = run('/view/form?category=7', { values: value });
    assert.equal(queries.length, 1);
    assert.equal(queries[0].spec.table, null);
    assert.equal(queries[0].params.chosen_category, 7);
    assert.match(text, /action="\/view\/form\?category=7"/);
    assert.equal(text.match(/name="replies\.thread\.\d\.body"/g)?.length, 2);
    assert.doesNotMatch(text, /data-pl-autosave/);
  });

  it('reads the row and its child rows in two statements of one trip', () => {
    const { queries, text } = run('/view/form?id=3', { values: value, rows: 1 });
    assert.deepEqual(
      queries.map((query) => query.spec.table),
      ['threads', 'replies'],
    );
    assert.match(text, /name="replies\.thread\.0\.id" value="1"/);
    assert.match(text, /data-pl-autosave/);
    assert.match(text, /form="act-view-form-delete"[^>]* name="id" value="1"/);
    // The page of the row is no more once it is deleted.
    assert.match(text, /name="return" value="\/view\/threads_list"/);
  });

  it('reports a form without some of the child rows', () => {
    const rows = (/** @type {number} */ count) => Array.from({ length: count }, (_, n) => ({ id: n + 1, body: 'x' }));
    const shown = (/** @type {number} */ count) => {
      const result = { next: null, previous: null, totals: null, count: null };
      const results = [
        { ...result, rows: [{ id: 3 }] },
        { ...result, rows: rows(count) },
      ];
      const { text } = run('/view/form?id=3', { results });
      return [text.match(/replies\.thread\.\d+\.id"/g)?.length, /Only the first 50 are shown/.test(text)];
    };
    assert.deepEqual(
      [shown(50), shown(51)],
      [
        [50, false],
        [50, true],
      ],
    );
  });

  it('reports that a row does not exist', () => {
    const none = { rows: [], next: null, previous: null, totals: null, count: null };
    assert.equal(run('/view/form?id=3', { results: [none, none] }).missing, true);
    assert.equal(run('/view/form').missing, false);
  });

  it('comes back with messages beside the fields and above', () => {
    const errors = { title: 'Title is required', points: 'too many' };
    const form = { values: { title: '', category: '1' }, errors };
    const { text } = run('/view/form', { form, values: value });
    assert.match(text, /aria-describedby="v-form-title-error/);
    assert.match(text, /id="v-form-title-error">Title is required</);
    assert.match(text, /role="alert">.*<li>too many<\/li>/);
    assert.equal(text.split('Title is required').length, 2, 'said once, beside the field');
    assert.match(text, /check one field: <a href="#v-form-title-error" data-pl-wrong>Title<\/a>/);
    const alone = run('/view/form', { form: { values: {}, errors: { points: 'too many' } }, values: value }).text;
    assert.match(alone, /role="alert"><div>Your changes could not be saved: <ul/);
    const both = { title: 'Title is required', 'replies.thread.0.body': 'Body is too long' };
    const two = run('/view/form', { form: { values: {}, errors: both }, values: value }).text;
    assert.match(two, /check 2 fields: <a [^>]*>Title<\/a>, <a href="#v-form-replies\.thread\.0\.body-error"/);
    const general = run('/view/form', {
      form: { values: {}, errors: { '': 'Changed meanwhile', title: 'Theirs: x' } },
    });
    assert.match(general.text, /role="alert"><div>Changed meanwhile <\/div>/);
  });

  it('has the label of the row as its heading, or says that it adds one', () => {
    const named = (/** @type {any} */ more) => {
      const { run: open } = site([...generated(), { ...view, ...more }]);
      const heading = (/** @type {string} */ address) =>
        open(address, { values: () => 'Tea & cake' }).text.match(/<h2 class="card-title">([^<]*)/)?.[1];
      return [heading('/view/form'), heading('/view/form?id=3')];
    };
    assert.deepEqual(named({ label: 'Threads' }), ['New entry in Threads', 'Edit: Tea &amp; cake']);
    assert.deepEqual(named({ label: 'Book a move' }), ['Book a move', 'Edit: Tea &amp; cake']);
    assert.deepEqual(named({ label: 'Threads', config: { ...config, title: 'Say it' } }), ['Say it', 'Say it']);
    assert.deepEqual(named({ label: 'Threads', config: { ...config, showTitle: false } }), [undefined, undefined]);
  });

  it('sends a visitor who may not save to the login, and shows others why', () => {
    const closed = site([...generated(), view], { access: {} });
    assert.match(closed.run('/view/form').text, /href="\/auth\/login\?next=%2Fview%2Fform"/);
    assert.doesNotMatch(closed.run('/view/form').text, /<form/);
    assert.match(closed.run('/view/form', { actor: actors.staff }).text, /not allowed/);
  });

  it('saves fixed values whatever is posted, and goes to the configured address', () => {
    const plan = plans.view('form');
    const submission = plan.submission({
      values: { title: 'T', status: 'done' },
      query: new URLSearchParams(),
      actor: actors.public,
    });
    assert.deepEqual(submission.values, { title: 'T', status: 'open' });
    const request = { query: new URLSearchParams(), actor: actors.staff };
    assert.equal(plan.destination({ id: 9 }, request), '/view/threads_show?id=9');
  });
});

describe('feed, filter, list_show on one page', () => {
  const place = (/** @type {string} */ view) => node('embed', { view });
  const views = generated();
  const pages = [
    {
      name: 'home',
      layout: views
        .filter((view) => !['threads_show', 'threads_edit'].includes(view.name))
        .map((view) => place(view.name)),
    },
  ];
  const { run } = site(views, { pages });

  it('runs at most one statement per view', () => {
    const { queries } = run('/page/home?threads.id=1', { values: value, actor: actors.admin });
    // list, feed, filter (its choices), list_show and the row shown beside it, chart, number
    assert.equal(queries.length, 7);
  });

  it('filters every view of the table by the same parameters', () => {
    const { queries, text } = run('/page/home?threads.status=open', { values: value });
    const filtered = queries.filter((query) => query.spec.table === 'threads');
    assert.equal(filtered.length, 5);
    for (const query of filtered) assert.equal(query.params.f0, 'open');
    assert.match(text, /name="threads\.status"/);
  });

  it('marks the chosen row of the master list', () => {
    const { text } = run('/page/home?threads.id=2', { values: value, rows: 3 });
    assert.match(
      text,
      /list-group-item-action active" href="\/page\/home\?threads\.id=2#v-threads_list_show" aria-current="true"/,
    );
  });

  it('uses each DOM id once', () => {
    const { text } = run('/page/home?threads.id=2', { values: value, rows: 1 });
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.deepEqual(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      [],
    );
  });

  it('leaves views inside cards out, and reports it', () => {
    const card = {
      name: 'card',
      template: 'show',
      table: 'threads',
      config: { layout: layout(node('field', { field: 'title' }), place('threads_list')) },
    };
    const feed = { name: 'cards', template: 'feed', table: 'threads', config: { itemView: 'card' } };
    const other = site([...views, card, feed]);
    assert.equal(other.run('/view/cards').queries.length, 1);
    assert.ok(other.plans.problems.some(({ name, message }) => name === 'cards' && message.includes('not shown')));
  });
});

describe('small screens', () => {
  const views = generated();
  const { run } = site(views);

  it('filter: controls collapse behind a button that shows how many conditions are active', () => {
    const free = run('/view/threads_filter', { values: value }).text;
    assert.match(free, /<details class="pl-filter-fold"[^>]*><summary[^>]*aria-controls="v-threads_filter-form">/);
    assert.match(free, /<\/details><form class="pl-filter" id="v-threads_filter-form"/);
    assert.doesNotMatch(free, /pl-filter-count/);
    const set = run('/view/threads_filter?threads.status=open&threads.done=true&threads.title=x', {
      values: value,
    }).text;
    assert.match(set, /<span class="badge pl-filter-count">2<span/);
  });

  it('list-show: an entry leads to its detail, and from there back to the list', () => {
    const list = run('/view/threads_list_show?q=x', { values: value, rows: 2 }).text;
    assert.match(list, /href="\/view\/threads_list_show\?q=x&amp;id=2"/);
    assert.match(list, /Nothing selected/);
    assert.doesNotMatch(list, /pl-split-back/);
    const detail = run('/view/threads_list_show?q=x&id=2', { values: value, rows: 2 }).text;
    assert.match(
      detail,
      /pl-split-chosen[^]*class="btn btn-ghost pl-split-back" href="\/view\/threads_list_show\?q=x"/,
    );
  });
});
