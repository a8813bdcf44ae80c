import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { completeLanguages, isEndUserKey, keysFor } from './end-user.js';

const en = {
  'shell.close': 'Close',
  'search.count.one': 'One',
  'search.count.other': '{count}',
  'admin.tables': 'Tables',
};

describe('languages for end users', () => {
  it('are offered without texts of the admin', () => {
    const fr = { 'shell.close': 'Fermer', 'search.count.one': '', 'search.count.many': '', 'search.count.other': '' };
    assert.deepEqual(completeLanguages([{ en, fr }]), ['en', 'fr']);
  });

  it('are not offered when a text or a plural form is missing', () => {
    const fr = { 'search.count.one': '', 'search.count.many': '', 'search.count.other': '' };
    const pl = { 'shell.close': 'Zamknij', 'search.count.one': '', 'search.count.other': '' };
    assert.deepEqual(completeLanguages([{ en, fr, pl }]), ['en']);
  });

  it('are offered when several catalogues complete each other', () => {
    const zh = { 'shell.close': '关闭' };
    assert.deepEqual(completeLanguages([{ en, zh }, { zh: { 'search.count.other': '{count}' } }]), ['en', 'zh']);
  });

  it('need the plural forms of their own, and only those', () => {
    assert.deepEqual(keysFor('zh', en), ['shell.close', 'search.count.other', 'admin.tables']);
    const arabic = keysFor('ar', en).filter((key) => key.startsWith('search.count.'));
    const forms = ['few', 'many', 'one', 'other', 'two', 'zero'];
    assert.deepEqual(
      arabic.sort(),
      forms.map((form) => `search.count.${form}`),
    );
    assert.deepEqual(keysFor('zh', { 'error.title.other': '' }), ['error.title.other']);
  });

  it('leave out what builders alone see', () => {
    const keys = ['admin.tables', 'api.docs.title', 'comments.setting.off', 'search.setting', 'vt.list.filters'];
    assert.deepEqual(keys.filter(isEndUserKey), []);
    assert.ok(['shell.logIn', 'comments.add', 'views.chart.more', 'vt.column.total.sum'].every(isEndUserKey));
  });
});
