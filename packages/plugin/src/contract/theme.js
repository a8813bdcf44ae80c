/** @import { TestKit } from './test-kit.d.ts' */
/** @import { ShellModel, Theme } from '../index.d.ts' */
import { html, raw } from '../html.js';
import { checkSettings } from '../settings/check.js';
import { HOSTILE_TEXT, assertCleanMarkup } from './markup.js';

/**
 * The contract of every theme, Plinth's own and those of plugins. `page` returns what is inside <body>; Plinth adds the
 * document around it, with its skip link to #main.
 *
 * @param {Theme} theme @param {TestKit} kit
 * @example themeContract(theme, { test, assert });
 */
export function themeContract(theme, { test, assert }) {
  const settings = checkSettings(theme.settings, {});
  const print = (/** @type {Partial<ShellModel>} */ part = {}) => theme.page({ ...sample(), settings, ...part }).text;

  test(`${theme.name}: describes itself`, () => {
    assert.match(theme.name, /^[a-z][a-z0-9-]{0,47}$/);
    assert.ok(theme.label, 'label');
    for (const path of [...theme.styles, ...theme.scripts]) assert.match(path, /^[a-z0-9-]+\/[\w./-]+$/, path);
  });

  test(`${theme.name}: has one main part that the skip link leads to, with the body in it`, () => {
    for (const bare of [true, false]) {
      const text = print({ bare });
      assert.equal(text.match(/<main\b/g)?.length, 1, 'one <main>');
      assert.match(text, /<main\b[^>]*\bid="main"/);
      assert.ok(text.includes('<h1>Body</h1>'), 'the body');
      assert.ok(!/<(html|head|body)\b/i.test(text), 'no document of its own');
    }
  });

  test(`${theme.name}: names its navigation and marks the page one is on`, () => {
    assert.match(print(), /<nav\b[^>]*aria-label="/);
    assert.match(print(), /aria-current="page"/);
    assert.ok(!print({ bare: true }).includes('/page/inner'), 'a bare page has no menu');
  });

  test(`${theme.name}: offers log in to visitors and log out, by post, to others`, () => {
    const visitor = print({ account: { signedIn: false, canSignUp: true, isAdmin: false } });
    assert.ok(visitor.includes('href="/auth/login"') && visitor.includes('href="/auth/signup"'));
    assert.ok(!visitor.includes('/auth/logout') && !visitor.includes('href="/admin"'));
    const user = print({ account: { signedIn: true, canSignUp: true, isAdmin: false } });
    assert.match(user, /<form[^>]*method="post"[^>]*action="\/auth\/logout"/);
    assert.ok(!user.includes('href="/admin"') && !user.includes('/auth/signup'));
    assert.ok(print({ account: { signedIn: true, canSignUp: false, isAdmin: true } }).includes('href="/admin"'));
  });

  test(`${theme.name}: keeps hostile names as text and holds no inline code`, () => {
    const site = { ...sample().site, name: HOSTILE_TEXT };
    const menu = [{ label: HOSTILE_TEXT, icon: null, url: '/page/x', active: false, items: [] }];
    assertCleanMarkup(print({ site, menu, title: HOSTILE_TEXT }), assert, theme.name);
  });
}

/** @returns {ShellModel} */
function sample() {
  const inner = { label: 'Inner', icon: null, url: '/page/inner', active: false, items: [] };
  return {
    title: 'Title',
    head: html`<h1>Title</h1>`,
    description: '',
    body: html`<h1>Body</h1>`,
    site: { name: 'Site', logoUrl: null, themeColour: '#2a5bd7', mode: 'auto' },
    menu: [
      { label: 'Here', icon: 'home', url: '/page/here', active: true, items: [] },
      { label: 'Group', icon: null, url: null, active: false, items: [inner] },
    ],
    account: { signedIn: false, canSignUp: true, isAdmin: false },
    canSearch: true,
    locale: 'en',
    dir: 'ltr',
    styles: [],
    scripts: [],
    settings: {},
    t: (key) => key,
    icon: () => raw('<svg aria-hidden="true"></svg>'),
    path: '/page/here',
    here: '/page/here',
    bare: false,
    width: 'normal',
  };
}
