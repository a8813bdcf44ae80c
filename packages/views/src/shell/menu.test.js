import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { menuModel } from './menu.js';

const roles = { open: ['public'], team: ['staff'], closed: [] };
/** @type {any} */
const catalog = {
  menu: {
    items: [
      { id: '1', kind: 'page', label: 'Open', target: 'open', icon: 'home' },
      { id: '2', kind: 'page', label: 'Team', target: 'team' },
      { id: '3', kind: 'page', label: 'Closed', target: 'closed' },
      { id: '4', kind: 'page', label: 'Gone', target: 'gone' },
      { id: '5', kind: 'link', label: 'Bad', target: 'javascript:alert(1)' },
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
