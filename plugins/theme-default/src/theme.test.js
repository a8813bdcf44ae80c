import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { html } from '@plinth/plugin';
import { themeContract } from '@plinth/plugin/contract';
import { plugin } from './index.js';
import { theme } from './theme.js';

themeContract(theme, { test, assert });

/** @param {any} part */
const page = (part = {}) =>
  theme.page({
    title: '',
    description: '',
    body: html`<p>x</p>`,
    site: { name: 'Site', logoUrl: null, themeColour: '#000000', mode: 'auto' },
    menu: [{ label: 'A', icon: null, url: '/a', active: false, items: [] }],
    account: { signedIn: false, canSignUp: false, isAdmin: false },
    canSearch: true,
    locale: 'en',
    dir: 'ltr',
    styles: [],
    scripts: [],
    settings: { navigation: 'side', corners: 'soft', footer: '' },
    t: (/** @type {string} */ key) => key,
    icon: () => html`<i></i>`,
    path: '/',
    here: '/',
    bare: false,
    width: 'normal',
    ...part,
  }).text;

describe('default theme', () => {
  it('has the menu at the side or on top, as set', () => {
    assert.match(page(), /pl-frame-side/);
    assert.match(page({ settings: { navigation: 'top', corners: 'soft' } }), /pl-frame-top/);
  });

  it('wastes no column on a menu without items', () => {
    assert.match(page({ menu: [] }), /pl-frame-top/);
    assert.doesNotMatch(page({ menu: [] }), /pl-nav-open/);
  });

  it('leads administrators, and nobody else, to the builder of the page or view', () => {
    const seen = (/** @type {string} */ here, isAdmin = true) =>
      page({ path: here.split('?')[0], here, account: { signedIn: true, canSignUp: false, isAdmin } });
    assert.match(seen('/page/front?x=1'), /href="\/admin\/build\/pages\/front"/);
    assert.match(seen('/view/order?id=2'), /href="\/admin\/build\/views\/order"/);
    assert.doesNotMatch(seen('/page/front', false), /\/admin\/build/);
    assert.doesNotMatch(seen('/search?q=/page/x'), /\/admin\/build/);
  });

  it('opens a group that holds the page one is on', () => {
    const items = [{ label: 'B', icon: null, url: '/b', active: true, items: [] }];
    assert.match(
      page({ menu: [{ label: 'G', icon: null, url: '/g', active: false, items }] }),
      /<details class="pl-nav-group" open/,
    );
  });

  it('marks a folded group that holds the page one is on', () => {
    const items = [{ label: 'B', icon: null, url: '/b', active: true, items: [] }];
    const menu = [{ label: 'G', icon: null, url: null, active: false, items }];
    const settings = { navigation: 'top', corners: 'soft', footer: '' };
    assert.match(page({ menu, settings }), /<summary class="pl-nav-link" aria-current="true">/);
    assert.doesNotMatch(page({ menu }), /aria-current="true"/);
  });

  it('lines up entries without an icon with those that have one', () => {
    const plain = { label: 'A', icon: null, url: '/a', active: false, items: [] };
    const place = /<span class="icon"><\/span><span>A<\/span>/;
    assert.match(page({ menu: [plain, { ...plain, label: 'B', icon: 'home' }] }), place);
    assert.doesNotMatch(page({ menu: [plain] }), place);
  });

  it('shows the logo in place of the letter', () => {
    const site = { name: 'Site', logoUrl: '/files/1/logo', themeColour: '#000000', mode: 'auto' };
    assert.match(page({ site }), /<img class="pl-logo" src="\/files\/1\/logo" alt="">/);
  });

  it('prints the line at the foot', () => {
    assert.match(
      page({ settings: { navigation: 'side', footer: '© Acme' } }),
      /<footer class="pl-foot">© Acme<\/footer>/,
    );
  });

  it('has its labels in both languages', () => {
    for (const texts of Object.values(plugin.texts ?? {}))
      for (const setting of theme.settings) assert.ok(setting.label && setting.label in texts, setting.name);
  });
});
