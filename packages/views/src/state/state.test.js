import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildCatalog } from '../testing/catalog.js';
import { smallRegistry } from '../testing/small-plugin.js';
import { createViewLocation } from './view-location.js';
import { readState } from './read-state.js';

const registry = smallRegistry();
const catalog = buildCatalog({
  tables: {
    issues: {
      title: 'text',
      status: 'select:open,done',
      points: 'integer',
      tags: 'multi_select:a,b',
      posted: 'date_time',
      q: 'text',
    },
  },
});
const table = catalog.table('issues');
/** @param {string} query @param {boolean} [main] */
const read = (query, main = true) => readState(new URLSearchParams(query), { view: 'list', table, main, registry });

describe('the state of a view', () => {
  it('reads conditions with parsed values, in one order whatever the order in the address', () => {
    const filters = [
      { field: 'points', op: 'gte', value: 3 },
      { field: 'status', op: 'eq', value: 'open' },
    ];
    assert.deepEqual(read('status=open&points.gte=3').filters, filters);
    assert.deepEqual(read('points.gte=3&issues.status=open').filters, filters);
    assert.deepEqual(read('status=open&status=done').filters, [{ field: 'status', op: 'in', value: ['open', 'done'] }]);
    assert.deepEqual(read('tags=a').filters, [{ field: 'tags', op: 'has', value: 'a' }]);
    assert.deepEqual(read('title.empty=1').filters, [{ field: 'title', op: 'empty', value: null }]);
  });

  it('takes unprefixed names on its own page only', () => {
    assert.deepEqual(read('status=open', false).filters, []);
    assert.equal(read('sort=title', false).sort, null);
    assert.equal(read('issues.status=open', false).filters.length, 1);
    assert.deepEqual(read('list:sort=-title', false).sort, { field: 'title', descending: true });
    assert.equal(read('list:q=a', false).search, 'a');
    assert.equal(read('issues.id=4', false).id, '4');
  });

  it('ignores what it does not know, and empty values', () => {
    const state = read(
      'gone=1&status=&status.gte=a&title.contains.more=x&other.title=a&id.gte=3&sort=gone&utm_source=x',
    );
    assert.deepEqual(state.filters, []);
    assert.equal(state.sort, null);
  });

  it('means the view by id, sort, after, before and q even where a field is called so', () => {
    assert.equal(read('q=words').search, 'words');
    assert.deepEqual(read('q=words').filters, []);
    assert.equal(read('issues.q=words').filters[0].field, 'q');
  });

  it('means a whole day where an instant is compared with a day', () => {
    const posted = (/** @type {string} */ query) => read(query).filters.map(({ op, value }) => `${op} ${value}`);
    assert.deepEqual(posted('posted.lte=2026-11-20'), ['lt 2026-11-21T00:00[UTC]']);
    assert.deepEqual(posted('posted.gte=2026-11-20'), ['gte 2026-11-20T00:00[UTC]']);
    assert.deepEqual(posted('posted=2026-11-20'), ['gte 2026-11-20T00:00[UTC]', 'lt 2026-11-21T00:00[UTC]']);
    assert.deepEqual(posted('posted.lt=2026-11-20T10:00Z'), ['lt 2026-11-20T10:00Z']);
  });

  it('leaves out a condition with an invalid value, reports it, and keeps the rest', () => {
    const { filters, asked } = read('points=many&status=open');
    assert.deepEqual(filters, [{ field: 'status', op: 'eq', value: 'open' }]);
    assert.deepEqual(
      asked.map(({ field, problem }) => [field, problem?.code]),
      [
        ['points', 'FIELD_INVALID'],
        ['status', undefined],
      ],
    );
    assert.equal(read('posted.within=this_weak').asked[0].problem?.code, 'FIELD_INVALID');
  });

  it('reads periods, several entries and several fields to sort by', () => {
    assert.deepEqual(read('posted.within=this_week').filters, [{ field: 'posted', op: 'within', value: 'this_week' }]);
    assert.deepEqual(read('title.within=this_week').filters, []);
    assert.deepEqual(read('tags=a&tags=b').filters, [{ field: 'tags', op: 'hasAny', value: ['a', 'b'] }]);
    assert.equal(read('status.ne=open&status.ne=done').filters.length, 2);
    assert.deepEqual(read('tags.hasAll=a&tags.hasAll=b').filters, [
      { field: 'tags', op: 'has', value: 'a' },
      { field: 'tags', op: 'has', value: 'b' },
    ]);
    assert.deepEqual(read('tags.lacks=a&tags.lacks=b').filters, [
      { field: 'tags', op: 'lacks', value: 'a' },
      { field: 'tags', op: 'lacks', value: 'b' },
    ]);
    assert.deepEqual(read('title.lacks=x').filters, [{ field: 'title', op: 'lacks', value: 'x' }]);
    assert.deepEqual(read('title.hasAll=x&points.ends=1&points.lacks=1').filters, []);
    assert.deepEqual(read('sort=-posted,title,gone,title').sorts, [
      { field: 'posted', descending: true },
      { field: 'title', descending: false },
    ]);
  });

  it('reads what a plain form sends like what a script sends', () => {
    const same = (/** @type {string} */ plain, /** @type {string} */ short) => {
      assert.deepEqual(read(plain).filters, read(short).filters, plain);
      assert.ok(read(short).filters.length > 0, short);
    };
    same('points.op=between&points.value=1&points.to=5', 'points.gte=1&points.lte=5');
    same('status.op=eq&status.value=open&status.value=done', 'status=open&status=done');
    same('tags.op=has&tags.value=a', 'tags=a');
    same('tags.op=hasAll&tags.value=a&tags.value=b', 'tags.hasAll=a&tags.hasAll=b');
    same('title.op=ends&title.value=a', 'title.ends=a');
    same('status.op=empty&status.value=open', 'status.empty=1');
    same('posted.op=within&posted.value=&posted.period=today', 'posted.within=today');
    assert.deepEqual(read('points.op=between&points.value=&points.to=').filters, []);
  });

  it('gathers alternatives in groups; of a wrong one the others are left', () => {
    const { groups, filters, presets } = read('any-status=open&any-points.gte=3&any2-title=x&tags=a');
    assert.deepEqual(groups, [
      [[{ field: 'points', op: 'gte', value: 3 }], [{ field: 'status', op: 'eq', value: 'open' }]],
      [[{ field: 'title', op: 'eq', value: 'x' }]],
    ]);
    assert.equal(filters.length, 1);
    assert.deepEqual(presets, { tags: 'a' });
    assert.equal(read('any-status=open&any-points=x').groups[0].length, 1);
    assert.deepEqual(read('issues.any-status=open', false).groups.length, 1);
    assert.deepEqual(read('any-gone=1&anything-status=open').groups, []);
  });

  it('refuses a key of the wrong form', () => {
    assert.throws(() => read("id=1'%20or%201=1"), { code: 'ROW_NOT_FOUND', status: 404 });
  });
});

describe('the location of a view', () => {
  it('spells addresses as the standard does, but for colons and commas', () => {
    const odd = ['a', 'a b', 'ü', '~', "!'()", '*-._', 'a:b,c', '%3A', '&=?#+', '\u{1f600}', '', '"<>'];
    for (const key of odd) {
      for (const value of odd) {
        const query = new URLSearchParams([
          [key, value],
          ['kept', '1'],
          [key, 'twice'],
        ]);
        const here = `/page/x?${query}`;
        const own = createViewLocation({ view: 'list', table: 'issues', main: false, id: 'list', here });
        const all = new URLSearchParams(query);
        all.set('list:group', value);
        const text = all.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
        const asked = own.href({ group: value, in: null });
        assert.equal(asked, value === '' ? own.href({}) : `/page/x?${text}`);
        const left = new URLSearchParams(query);
        left.delete(key);
        left.append(key, value);
        const changed = left.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
        assert.equal(
          own.without((name) => name === key, [[key, value]]),
          `/page/x?${changed}`,
        );
      }
    }
    const bare = createViewLocation({ view: 'list', table: 'issues', main: false, id: 'list', here: '/page/x' });
    assert.equal(bare.href({ group: null }), '/page/x');
  });

  const location = createViewLocation({
    view: 'list',
    table: 'issues',
    main: false,
    id: 'v-list',
    here: '/page/home?issues.status=open&list:after=abc&x=%3Cb%3E',
  });

  it('changes one parameter and keeps the rest of the address', () => {
    assert.equal(
      location.href({ sort: '-title', after: null }),
      '/page/home?issues.status=open&x=%3Cb%3E&list:sort=-title',
    );
    assert.equal(location.fieldParam('title.contains'), 'issues.title.contains');
  });

  it('carries the rest through a form as escaped hidden controls, without the page that was open', () => {
    const text = location.hidden((key) => key === 'list:q').text;
    assert.match(text, /name="x" value="&lt;b&gt;"/);
    assert.doesNotMatch(text, /after/);
  });

  it('uses short names on the view’s own page', () => {
    const own = createViewLocation({
      view: 'list',
      table: 'issues',
      main: true,
      id: 'v-list',
      here: '/view/list?sort=title',
    });
    assert.equal(own.href({ sort: null }), '/view/list');
    assert.equal(own.param('sort'), 'sort');
  });
});
