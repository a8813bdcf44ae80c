import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { APP_LIMITS, node } from '@plinth/plugin';
import { atEdge, reading } from '@plinth/plugin/testing';
import { actors, buildCatalog } from '../testing/catalog.js';
import { planRunner } from '../testing/run-plan.js';
import { smallRegistry } from '../testing/small-plugin.js';

const tables = {
  categories: { name: 'text' },
  threads: {
    title: 'text!',
    body: 'long_text',
    posted: 'date_time',
    category: 'relation:categories',
    poster: 'user:users',
  },
  replies: { body: 'long_text', thread: 'relation:threads', posted: 'date_time', score: 'integer' },
};
const show = (/** @type {string} */ field) => node('value', { field });
const layout = (/** @type {any[]} */ ...children) => node('stack', {}, children);
/** @param {string} view @param {any} [relation] */
const place = (view, relation) => node('place', { view, ...(relation && { relation }) });

/** Of Bootstrap, what Plinth itself doesn't name. */
const ALL_NAMES = 'core-views/css/own-html.css';

/** @param {any} parts */
function forum({ views = [], pages = [] }) {
  const catalog = buildCatalog({ tables, views, pages });
  return planRunner(smallRegistry(), catalog);
}

const threadList = {
  name: 'thread_list',
  template: 'rows',
  table: 'threads',
  config: { layout: layout(show('title'), show('poster.name')) },
};
const replyList = { name: 'reply_list', template: 'rows', table: 'replies', config: { layout: layout(show('body')) } };
const categoryShow = {
  name: 'category_show',
  template: 'one',
  table: 'categories',
  config: { layout: layout(show('name')) },
};

describe('a plan', () => {
  it('asks one statement per embedded view, and none for the page itself', () => {
    const { run } = forum({
      views: [threadList, replyList],
      pages: [{ name: 'home', layout: [place('thread_list'), place('reply_list'), node('say', { text: 'hi' })] }],
    });
    const { queries, text, plan } = run('/page/home', { rows: 2 });
    assert.deepEqual(
      queries.map((query) => query.spec.table),
      ['threads', 'replies'],
    );
    assert.equal(text.match(/<section/g)?.length, 2);
    assert.match(text, /<p>hi<\/p>/);
    // Categories too: their labels are searched.
    assert.deepEqual(plan.reads.sort(), ['categories', 'replies', 'threads', 'users']);
  });

  it('relates child views by a condition in their own statement', () => {
    const threadShow = {
      name: 'thread_show',
      template: 'one',
      table: 'threads',
      config: { layout: layout(show('title'), place('reply_list', { kind: 'child', relation: 'replies.thread' })) },
    };
    const { run } = forum({ views: [threadShow, replyList] });
    const { queries } = run('/view/thread_show?id=7');
    assert.equal(queries.length, 2);
    assert.deepEqual(queries[1].spec.where, { field: 'thread', op: 'eq', value: { param: 'row' } });
    assert.equal(queries[1].params.row, '7');
  });

  it('relates a parent, and the children of that parent, by subqueries', () => {
    const siblings = {
      name: 'siblings',
      template: 'rows',
      table: 'threads',
      config: { layout: layout(show('title')) },
    };
    const parent = {
      ...categoryShow,
      config: { layout: layout(show('name'), place('siblings', { kind: 'child', relation: 'threads.category' })) },
    };
    const threadShow = {
      name: 'thread_show',
      template: 'one',
      table: 'threads',
      config: { layout: layout(place('category_show', { kind: 'parent', field: 'category' })) },
    };
    const { run } = forum({ views: [threadShow, parent, siblings] });
    const { queries } = run('/view/thread_show?id=7');
    const where = { field: 'id', op: 'eq', value: { param: 'row' } };
    assert.deepEqual(
      queries.map((query) => query.spec.where),
      [where, { child: 'threads.category', where }, { child: 'threads.category', where, of: 'category' }],
    );
    assert.ok(queries.every((query) => query.params.row === '7'));
  });

  it('gives the same spec object for the same shape of state', () => {
    const threadShow = {
      name: 'thread_show',
      template: 'one',
      table: 'threads',
      config: { layout: layout(place('reply_list', { kind: 'child', relation: 'replies.thread' })) },
    };
    const { run } = forum({ views: [threadShow, replyList, threadList] });
    const specs = (/** @type {string} */ address) => run(address).queries.map((query) => query.spec);
    assert.deepEqual(specs('/view/thread_show?id=7'), specs('/view/thread_show?id=8'));
    assert.equal(specs('/view/thread_show?id=7')[1], specs('/view/thread_show?id=8')[1]);
    assert.equal(specs('/view/thread_list?title=a&category=3')[0], specs('/view/thread_list?category=9&title=b')[0]);
    assert.notEqual(specs('/view/thread_list?title=a')[0], specs('/view/thread_list?title.contains=a')[0]);
  });

  it('prints a view of the same row without a statement of its own', () => {
    const badge = {
      name: 'badge',
      template: 'one',
      table: 'threads',
      config: { layout: layout(show('category.name')) },
    };
    const threadShow = {
      name: 'thread_show',
      template: 'one',
      table: 'threads',
      config: { layout: layout(show('title'), place('badge', { kind: 'same' })) },
    };
    const { run } = forum({ views: [threadShow, badge] });
    const { queries, text } = run('/view/thread_show?id=7', {
      values: (select) => ('field' in select ? select.field : ''),
    });
    assert.equal(queries.length, 1);
    assert.match(text, /<b>title<\/b><b>category.name<\/b>/);
  });

  it('leaves out a view that is embedded in itself, and reports it', () => {
    const a = { name: 'a', template: 'one', table: 'threads', config: { layout: layout(show('title'), place('b')) } };
    const b = { name: 'b', template: 'rows', table: 'threads', config: { layout: layout(show('title'), place('a')) } };
    const { run, plans } = forum({ views: [a, b] });
    assert.equal(run('/view/a?id=1').queries.length, 2);
    assert.ok(plans.problems.some((problem) => problem.message.includes('a > b > a')));
  });

  /** @param {any[]} views @param {any[]} children */
  const refusedOn = (views, children) => {
    const { run, plans } = forum({ views, pages: [{ name: 'home', layout: children }] });
    run('/page/home', { rows: 1 });
    const found = plans.problems.find(({ message }) => message.includes('More than'));
    if (found) throw Object.assign(new Error(found.message), { code: 'PAGE_TOO_LARGE' });
  };
  const LARGE = /More than 60 views, or views nested more than 6 levels deep/;
  atEdge('pageViews', {
    most: APP_LIMITS.pageViews,
    ...reading(LARGE, /More than 60 views/, (count) =>
      refusedOn(
        [threadList],
        Array.from({ length: count }, () => place('thread_list')),
      ),
    ),
  });
  atEdge('pageViewLevels', {
    most: APP_LIMITS.pageViewLevels,
    ...reading(LARGE, /more than 6 levels/, (count) => {
      const views = Array.from({ length: count + 1 }, (_, at) => ({
        ...threadList,
        name: `level${at}`,
        config: { layout: layout(show('title'), ...(at < count ? [place(`level${at + 1}`)] : [])) },
      }));
      refusedOn(views, [place('level0')]);
    }),
  });

  it('renders the rest when a node can not be compiled', () => {
    const list = {
      ...threadList,
      config: { layout: layout(show('gone'), node('fail'), node('unknown'), show('title')) },
    };
    const { run, plans } = forum({
      views: [list],
      pages: [{ name: 'home', layout: [place('missing_view'), place('thread_list')] }],
    });
    assert.match(run('/page/home').text, /<b>x<\/b>/);
    const messages = plans.problems.map((problem) => problem.message).join('\n');
    for (const expected of ['no field "gone"', 'on purpose', 'no element "unknown"', 'no view "missing_view"'])
      assert.ok(messages.includes(expected), expected);
  });

  it('neither runs nor prints an embedded view for roles that may not see it', () => {
    const secret = { ...replyList, roles: ['staff'] };
    const nobody = { ...threadList, roles: [] };
    const { run } = forum({
      views: [secret, nobody],
      pages: [{ name: 'home', layout: [place('reply_list'), place('thread_list')] }],
    });
    assert.deepEqual(run('/page/home').queries, []);
    assert.doesNotMatch(run('/page/home').text, /section/);
    assert.equal(run('/page/home', { actor: actors.staff }).queries.length, 1);
    assert.equal(run('/page/home', { actor: actors.admin }).queries.length, 2);
  });

  it('shows a node only to its roles and while its condition holds', () => {
    const list = {
      ...threadList,
      config: {
        layout: layout(
          { ...node('say', { text: 'STAFF' }), visible: { roles: ['staff'] } },
          { ...node('say', { text: 'MATCH' }), visible: { when: 'row.title == "x" && row.poster.name != "y"' } },
          { ...node('say', { text: 'MINE' }), visible: { when: 'row.poster == user.id' } },
          { ...node('say', { text: 'BROKEN' }), visible: { when: 'row.title +' } },
        ),
      },
    };
    const { run, plans } = forum({ views: [list] });
    assert.match(run('/view/thread_list').text, />(?!.*STAFF).*MATCH(?!.*MINE)/);
    const staff = run('/view/thread_list', { actor: actors.staff, values: () => 'u1' }).text;
    assert.match(staff, /STAFF/);
    assert.match(staff, /MINE/);
    assert.doesNotMatch(staff, /MATCH|BROKEN/);
    assert.equal(plans.view('thread_list').varies.user, true);
    assert.equal(plans.problems.length, 1);
  });

  it('lays a node out by the size of the screen, with a stylesheet that other pages do not load', () => {
    const at = { phone: { width: 12, hidden: true }, tablet: { order: -2 }, desktop: { width: 6 } };
    const list = (/** @type {any} */ more) => ({
      ...threadList,
      config: { layout: layout({ ...node('say', { text: 'HERE' }), ...more }) },
    });
    const { run, plans } = forum({ views: [list({ at })] });
    assert.match(
      run('/view/thread_list').text,
      /<div class="pl-at-box pl-at pl-at-p12 pl-at-w pl-at-ph pl-at-ton2 pl-at-o pl-at-d6">.*HERE.*<\/div>/,
    );
    assert.ok(plans.view('thread_list').styles.includes('core-views/css/at.css'));
    const plain = forum({ views: [list({ at: { phone: { hidden: false, order: 0 } } })] });
    assert.doesNotMatch(plain.run('/view/thread_list').text, /pl-at/);
    assert.ok(!plain.plans.view('thread_list').styles.includes('core-views/css/at.css'));
    const secret = forum({ views: [list({ at, visible: { roles: ['staff'] } })] });
    assert.doesNotMatch(
      secret.run('/view/thread_list').text,
      /HERE|pl-at/,
      'rights come first, and leave no empty box',
    );
  });

  it('differs by user where a role reads only its own rows', () => {
    const none = /** @type {'none'} */ ('none');
    const own = { read: /** @type {'own'} */ ('own'), create: none, update: none, delete: none };
    const closed = planRunner(smallRegistry(), buildCatalog({ tables, views: [threadList], access: { user: own } }));
    assert.equal(closed.plans.view('thread_list').varies.user, true);
    assert.equal(forum({ views: [threadList] }).plans.view('thread_list').varies.user, false);
  });

  it('keeps the other views when the statement of one fails', () => {
    const { run } = forum({
      views: [threadList, replyList],
      pages: [{ name: 'home', layout: [place('thread_list'), place('reply_list')] }],
    });
    const fine = { rows: [], next: null, previous: null, totals: null, count: null };
    const { text } = run('/page/home', { results: /** @type {any} */ ([new Error('boom <b>'), fine]) });
    assert.match(text, /could not be loaded/);
    assert.doesNotMatch(text, /boom/);
    assert.match(text, /id="v-reply_list"/);
  });

  it('prints one form per action however many rows carry its button', () => {
    const list = { ...threadList, config: { layout: layout({ ...node('press'), id: 'n1' }) } };
    const { run } = forum({ views: [list] });
    const { text, plan } = run('/view/thread_list?title=a', { rows: 3 });
    assert.equal(text.match(/<form/g)?.length, 1);
    assert.match(
      text,
      /<button type="submit" class="btn" form="act-view-thread_list-n1" name="id" value="2">Touch<\/button>/,
    );
    assert.match(text, /name="return" value="\/view\/thread_list\?title=a"/);
    assert.deepEqual(plan.actions, { n1: { action: 'touch', config: {} } });
  });
});

describe('a view of several statements', () => {
  const parts = { name: 'parts_view', template: 'parts', table: 'threads', config: {} };
  const { run } = forum({ views: [parts], pages: [{ name: 'home', layout: [place('parts_view')] }] });

  it('sends them in the same round trip, and receives the results by name', () => {
    const { queries, text, plan } = run('/view/parts_view', { rows: 3 });
    assert.deepEqual(
      queries.map(({ spec }) => [spec.parts?.by, spec.limit]),
      [
        [['title'], 25],
        [undefined, 5],
      ],
    );
    assert.match(text, /3 and 3/);
    assert.deepEqual(plan.styles, [ALL_NAMES, 'small/parts.css'], 'a plugin may name all of Bootstrap');
    assert.deepEqual(plan.scripts, ['small/parts.js']);
  });

  it('asks by the same specs each time', () => {
    const [first, second] = [run('/view/parts_view'), run('/view/parts_view')];
    for (const [i, { spec }] of first.queries.entries()) assert.equal(spec, second.queries[i].spec);
  });

  it('reads its own parameters by the names they have in its place', () => {
    assert.equal(run('/view/parts_view?people=no').queries.length, 1);
    assert.equal(run('/page/home?parts_view:people=no').queries.length, 1);
    assert.equal(run('/page/home?people=no').queries.length, 2, 'belongs to another view');
    assert.equal(run('/page/home?other:people=no').queries.length, 2);
  });

  it('keeps the rest when one of them fails', () => {
    const answer = { rows: [{ id: 1 }], next: null, previous: null, totals: null, count: null };
    const { text } = run('/view/parts_view', { results: /** @type {any} */ ([answer, new Error('gone')]) });
    assert.match(text, /1 and none/);
  });
});

describe('a form', () => {
  const edit = {
    name: 'thread_edit',
    template: 'form',
    table: 'threads',
    config: {
      layout: layout(
        node('control', { field: 'title' }),
        node('control', { field: 'category' }),
        { ...node('control', { field: 'body' }), visible: { roles: ['staff'] } },
        node('kids', { relation: 'replies.thread' }, [node('control', { field: 'body' })]),
      ),
    },
  };

  it('reads child rows with one statement beside its own, none when the row is new', () => {
    const { run } = forum({ views: [edit] });
    assert.equal(run('/view/thread_edit?id=7').queries.length, 2);
    const fresh = run('/view/thread_edit');
    assert.equal(fresh.queries.length, 0);
    assert.match(fresh.text, /name="replies\.thread\.0\.body"/);
  });

  it('comes back with what was typed and the messages', () => {
    const { run } = forum({ views: [edit] });
    const form = { values: { title: '<i>', 'replies.thread.3.body': 'kept' }, errors: { title: 'is too short' } };
    const { text } = run('/view/thread_edit', { form });
    assert.match(text, /value="&lt;i&gt;"/);
    assert.match(text, /id="v-thread_edit-title-error">is too short/);
    assert.match(text, /name="replies\.thread\.3\.body" value="kept"/);
  });

  it('puts messages of child rows beside the row that was sent, though empty ones before it were not', () => {
    const { run } = forum({ views: [edit] });
    const values = { title: 'x', 'replies.thread.0.body': '', 'replies.thread.4.body': 'bad' };
    const form = { values, errors: { 'replies.thread.0.body': 'is bad' } };
    assert.match(run('/view/thread_edit', { form }).text, /id="v-thread_edit-replies\.thread\.4\.body-error">is bad/);
  });

  it('hands on only what it has controls for, this actor sees, or the address presets', () => {
    const { plans } = forum({ views: [edit] });
    const values = {
      title: 'T',
      body: 'no',
      posted: 'no',
      'replies.thread.0.body': 'first',
      'replies.thread.1.body': '',
      'replies.thread.2.id': '9',
      'replies.thread.2.remove': 'on',
    };
    const query = new URLSearchParams('category=4');
    assert.deepEqual(plans.view('thread_edit').submission({ values, query, actor: actors.public }), {
      table: 'threads',
      id: null,
      values: { category: '4', title: 'T' },
      children: [
        {
          relation: 'replies.thread',
          rows: [
            { n: 0, id: null, values: { body: 'first' } },
            { n: 2, id: '9', values: {}, remove: true },
          ],
        },
      ],
    });
    assert.equal(plans.view('thread_edit').submission({ values, query, actor: actors.staff }).values.body, 'no');
  });

  it('Z15: takes from the address only where a row belongs and what could be typed as well', () => {
    const { plans } = forum({ views: [edit] });
    const sent = (/** @type {string} */ query, /** @type {any} */ actor) =>
      plans.view('thread_edit').submission({ values: {}, query: new URLSearchParams(query), actor }).values;
    const query = 'category=4&title=T&body=hidden&posted=2026-01-01&pinned=true';
    assert.deepEqual(sent(query, actors.public), { category: '4', title: 'T' });
    assert.equal(sent(query, actors.staff).body, 'hidden');
  });

  it('goes to no other site after saving', () => {
    const { plans } = forum({ views: [edit] });
    const plan = plans.view('thread_edit');
    const to = (/** @type {string} */ path) =>
      plan.destination({ id: 3 }, { query: new URLSearchParams(), actor: actors.staff, values: { _return: path } });
    assert.equal(to('/page/home?a=1'), '/page/home?a=1');
    for (const path of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:x']) {
      assert.equal(to(path), '/view/thread_edit?id=3', path);
    }
  });

  it('knows the fields whose choices may be requested', () => {
    const { plans } = forum({ views: [edit] });
    const plan = plans.view('thread_edit');
    const choices = (/** @type {string} */ name) => plan.choices(name, actors.public);
    assert.deepEqual(choices('threads.category'), { table: 'threads', field: 'category' });
    assert.deepEqual(choices('replies.body'), { table: 'replies', field: 'body' });
    assert.equal(choices('users.email'), null);
    assert.equal(choices('threads.poster'), null);
  });
});
