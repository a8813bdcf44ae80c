import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { menuModel } from './menu.js';

const roles = { open: ['public'], team: ['staff'], closed: [] };
/** @type {any} */
const catalog = {
  apps: [],
  roles: [],
  menu: {
    items: [
      { id: '1', kind: 'page', label: 'Open', target: 'open', icon: 'home' },
      { id: '2', kind: 'page', label: 'Team', target: 'team' },
      { id: '3', kind: 'page', label: 'Closed', target: 'closed' },
      { id: '4', kind: 'page', label: 'Gone', target: 'gone' },
      { id: '5', kind: 'link', label: 'Bad', target: 'javascript:alert(1)' },
      { id: '5b', kind: 'link', label: 'Elsewhere', target: '/\\other.example' },
      { id: '6', kind: 'link', label: 'Docs', target: 'https://example.org/' },
      { id: '7', kind: 'group', label: 'Work', items: [{ id: '8', kind: 'view', label: 'Tasks', target: 'tasks' }] },
      { id: '9', kind: 'admin', label: 'Admin' },
      { id: '10', kind: 'link', label: 'For staff', target: '/page/open', roles: ['staff'] },
    ],
  },
  hasPage: (/** @type {string} */ name) => name in roles,
  page: (/** @type {keyof typeof roles} */ name) => ({ roles: roles[name] }),
  hasView: (/** @type {string} */ name) => name === 'tasks',
  view: () => ({ roles: ['staff'] }),
};
/** @param {string[]} names */
const actor = (...names) => ({ userId: null, roles: names, system: false });
/** @param {string[]} names */
const labels = (...names) => menuModel(catalog, actor(...names), '/page/open?x=1').map((item) => item.label);

describe('menuModel', () => {
  it('shows a visitor only what is public, and no empty group', () => {
    assert.deepEqual(labels('public'), ['Open', 'Docs']);
  });

  it('shows staff their pages and views too', () => {
    assert.deepEqual(labels('staff', 'user', 'public'), ['Open', 'Team', 'Docs', 'Work', 'For staff']);
  });

  it('shows an admin everything that exists and is safe', () => {
    assert.deepEqual(labels('admin'), ['Open', 'Team', 'Closed', 'Docs', 'Work', 'Admin', 'For staff']);
  });

  it('marks the page one is on', () => {
    const [open, docs] = menuModel(catalog, actor('public'), '/page/open?x=1');
    assert.equal(open.active, true);
    assert.equal(docs.active, false);
  });
});

describe('the menu of a site with several apps', () => {
  const named = (/** @type {string} */ name) => ({ name, label: name.toUpperCase(), icon: 'box' });
  /** Items by app; "desk:orders" leads to page desk_orders of app desk. @param {string[]} items @param {any} [more] */
  const several = (items, more = {}) => {
    const parts = items.map((item) => item.split(':'));
    const pages = new Map(parts.map(([app, page]) => [`${app}_${page}`, { app: app || null, roles: ['public'] }]));
    return /** @type {any} */ ({
      apps: [...new Set(parts.map(([app]) => app))].filter(Boolean).map(named),
      roles: [{ name: 'public', home: null }],
      menu: {
        items: parts.map(([app, page]) => ({ kind: 'page', label: page, target: `${app}_${page}` })),
      },
      hasPage: (/** @type {string} */ name) => pages.has(name),
      page: (/** @type {string} */ name) => pages.get(name),
      hasView: (/** @type {string} */ name) => name === 'one_order',
      view: () => ({ app: 'shop', roles: ['public'] }),
      ...more,
    });
  };
  const DESK = ['desk:a', 'desk:b', 'desk:c', 'desk:d'];
  const SHOP = ['shop:e', 'shop:f', 'shop:g', 'shop:h'];
  const LONG = [...SHOP, 'shop:i', 'shop:j', 'shop:k', 'shop:l'];
  const print = (/** @type {any} */ model) =>
    model.map((/** @type {any} */ { label, items, section }) =>
      items.length
        ? `${label}${section === 'closed' ? '' : '*'}(${items.map((/** @type {any} */ one) => one.label)})`
        : label,
    );
  const shown = (/** @type {any} */ of, here = '/') => print(menuModel(of, actor('public'), here));

  it('stays as it is where it is short and clear, or of one app', () => {
    assert.deepEqual(shown(several(['desk:a', 'desk:b', 'shop:c'])), ['a', 'b', 'c']);
    assert.deepEqual(shown(several([...DESK, ...DESK.map((item) => `${item}2`)])).length, 8);
  });

  it('puts the entries of each app under its name where it is long', () => {
    assert.deepEqual(shown(several([':own', ...DESK, ...SHOP, 'crm:x'])), [
      'own',
      'DESK*(a,b,c,d)',
      'SHOP*(e,f,g,h)',
      'x',
    ]);
  });

  it('does so too where two apps use the same words', () => {
    assert.deepEqual(shown(several(['desk:a', 'desk:b', 'shop:a', 'shop:c'])), ['DESK*(a,b)', 'SHOP*(a,c)']);
  });

  it('keeps open what one is in, when there is too much to show all of it', () => {
    const all = several([...DESK, ...LONG, 'crm:x', 'crm:y']);
    const open = (/** @type {string} */ here) =>
      shown(all, here).flatMap((/** @type {string} */ text) => /^(\w+)\*/.exec(text)?.[1] ?? []);
    assert.deepEqual(open('/page/shop_g'), ['SHOP']);
    assert.deepEqual(open('/page/crm_y?a=1'), ['CRM']);
    assert.deepEqual(open('/view/one_order?id=1'), ['SHOP']);
    assert.deepEqual(open('/auth/profile'), ['DESK']);
  });

  it('knows the home page by its address', () => {
    const all = several(['desk:a', 'desk:b'], { roles: [{ name: 'public', home: 'desk_b' }] });
    assert.deepEqual(
      menuModel(all, actor('public'), '/').map(({ active }) => active),
      [false, true],
    );
  });
});

describe('the menu on a view without an entry', () => {
  const views = [
    { name: 'issue_list', table: 'issues', template: 'list', roles: ['public'] },
    { name: 'issue_board', table: 'issues', template: 'board', roles: ['public'] },
    { name: 'issue_show', table: 'issues', template: 'show', roles: ['public'] },
    { name: 'project_list', table: 'projects', template: 'list', roles: ['public'] },
    { name: 'project_show', table: 'projects', template: 'show', roles: ['public'] },
    { name: 'label_show', table: 'labels', template: 'show', roles: ['public'] },
  ];
  const page = (/** @type {string} */ name, /** @type {string[]} */ ...shown) => ({
    name,
    roles: ['public'],
    layout: {
      id: name,
      type: 'stack',
      children: shown.map((view) => ({ id: view, type: 'embed', settings: { view } })),
    },
  });
  const pages = [page('work', 'issue_list', 'project_list'), page('issues', 'issue_list'), page('about')];
  const all = [
    ...['work', 'about', 'issues'].map((target) => ({ id: target, kind: 'page', label: target, target })),
    { id: 'board', kind: 'view', label: 'board', target: 'issue_board' },
  ];
  /** Labels of marked entries. @param {string} here @param {any[]} [items] */
  const marked = (here, items = all) => {
    const named = (/** @type {any[]} */ list) => (/** @type {string} */ name) => list.find((one) => one.name === name);
    const site = /** @type {any} */ ({
      apps: [],
      roles: [],
      menu: { items },
      views,
      pages,
      view: named(views),
      page: named(pages),
      hasView: (/** @type {string} */ name) => !!named(views)(name),
      hasTable: () => true,
      hasPage: (/** @type {string} */ name) => !!named(pages)(name),
      table: () => ({ access: {} }),
    });
    const entries = menuModel(site, actor('public'), here);
    return entries.filter(({ active, isParent }) => active || isParent).map(({ label }) => label);
  };

  it('marks the list of its table, not another view of it, nor a page that lists it among others', () => {
    assert.deepEqual(marked('/view/issue_show?id=1'), ['issues']);
    assert.deepEqual(marked('/view/project_show?id=1'), ['work']);
    assert.deepEqual(marked('/view/issue_board'), ['board']);
    assert.deepEqual(marked('/view/issue_show', all.slice(3)), ['board']);
  });

  it('marks a page that lists its table among others rather than another view of it', () => {
    assert.deepEqual(marked('/view/issue_show?id=1', [all[3], all[0]]), ['work']);
  });

  it('marks nothing where nothing shows its table', () => {
    assert.deepEqual(marked('/view/label_show?id=1'), []);
    assert.deepEqual(marked('/view/gone'), []);
    assert.deepEqual(marked('/page/about'), ['about']);
  });
});
