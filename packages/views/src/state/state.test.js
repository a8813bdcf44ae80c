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
    assert.deepEqual(posted('posted.lte=2026-11-20'), ['lte 2026-11-20T23:59:59.999[UTC]']);
    assert.deepEqual(posted('posted.gte=2026-11-20'), ['gte 2026-11-20T00:00[UTC]']);
    assert.deepEqual(posted('posted=2026-11-20'), ['gte 2026-11-20T00:00[UTC]', 'lte 2026-11-20T23:59:59.999[UTC]']);
    assert.deepEqual(posted('posted.lt=2026-11-20T10:00Z'), ['lt 2026-11-20T10:00Z']);
  });

  it('refuses a value or a key of the wrong form', () => {
    assert.throws(() => read('points=many'), { code: 'FIELD_INVALID' });
    assert.throws(() => read("id=1'%20or%201=1"), { code: 'ROW_NOT_FOUND', status: 404 });
  });
});

describe('the location of a view', () => {
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
