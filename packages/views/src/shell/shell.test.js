import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineTheme, html, translator } from '@plinth/plugin';
import { texts } from '../texts/index.js';
import { pageHead } from './page-head.js';
import { createShell, inlineImports, siteCss } from './index.js';

const theme = defineTheme({
  name: 'default',
  label: 'Test',
  settings: [{ name: 'wide', type: 'boolean', label: 'Wide', default: true }],
  styles: ['theme-default/theme.css'],
  scripts: [],
  page: (m) =>
    html`<nav>${m.menu.map((item) => item.label)}</nav><main id="main">${m.body}${m.settings.wide && 'wide'}</main>`,
});
const shellOf = (/** @type {import('@plinth/plugin').Theme} */ only) =>
  createShell({
    registry: {
      has: (kind, name) => name === 'default',
      theme: () => only,
      owner: () => 'theme-default',
      isInstalled: () => false,
    },
    assetUrl: (path) => `/assets/h/${path}`,
    translate: (locale) => translator([texts], locale),
  });
const shell = shellOf(theme);
const settings = {
  siteName: 'Site & Co',
  logo: null,
  theme: 'gone',
  themeColour: '#2a5bd7',
  mode: 'auto',
  signUp: true,
  themeSettings: {},
};
/** @type {any} */
const catalog = { settings, apps: [], roles: [], menu: { items: [] }, hasPage: () => false, hasView: () => false };
const actor = { userId: 'u1', roles: ['user', 'public'], system: false };
const usual = { catalog, actor, locale: 'en', title: 'Orders', body: html`<p>x</p>`, here: '/page/x' };
/** @param {any} [part] */
const page = (part = {}) => shell({ ...usual, ...part });

describe('shell', () => {
  it('prints the same document for two users of the same roles', () => {
    assert.equal(page(), page({ actor: { ...actor, userId: 'u2' } }));
  });

  it('holds no inline script or style', () => {
    assert.doesNotMatch(page(), /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  });

  it('asks for its main stylesheet before anything else', () => {
    const [first] = page().match(/<(?:link|script)[^>]*(?:stylesheet|preload|src=)[^>]*>/g) ?? [];
    assert.equal(first, '<link rel="preload" as="style" href="/assets/h/core-views/css/plinth.css">');
  });

  it('asks early for the font of its texts, unless readers have it or a theme may bring its own', () => {
    const asked = (/** @type {any} */ more) =>
      /rel="preload" as="font"[^>]*href="([^"]+)"/.exec(
        page({ catalog: { ...catalog, settings: { ...settings, ...more } } }),
      )?.[1];
    assert.equal(asked({}), '/assets/h/core-views/vendor/inter-latin.woff2');
    assert.equal(asked({ look: { font: 'lora' } }), '/assets/h/core-views/vendor/lora-latin.woff2');
    assert.equal(asked({ look: { font: 'serif' } }), undefined);
  });

  it('falls back to the default theme and fills in its settings', () => {
    assert.match(page(), /<p>x<\/p>wide/);
  });

  it('falls back to the default theme if the chosen one throws, and reports it', () => {
    const page = () => {
      throw new Error('no colours');
    };
    const themes = { default: theme, broken: defineTheme({ ...theme, name: 'broken', label: 'Broken', page }) };
    /** @type {string[]} */
    const told = [];
    const shell = createShell({
      registry: {
        has: () => true,
        theme: (name) => themes[/** @type {'broken'} */ (name)],
        owner: () => 'paint',
        isInstalled: () => false,
      },
      assetUrl: (path) => path,
      translate: () => (key) => key,
      report: (error) => told.push(error.message),
    });
    const broken = { ...catalog, settings: { ...settings, theme: 'broken' } };
    const text = shell({ catalog: broken, actor, locale: 'en', title: 'T', body: html`<p>x</p>`, here: '/page/x' });
    assert.match(text, /<p>x<\/p>wide/);
    assert.deepEqual(told, ['"Broken" of the plugin paint failed in /page/x: no colours']);
  });

  it('gives a page without heading its title as one', () => {
    assert.match(page(), /<h1 class="visually-hidden">Orders<\/h1>/);
    assert.doesNotMatch(page({ body: html`<h1>Own</h1>` }), /visually-hidden/);
  });

  describe('with a top bar', () => {
    const menu = [
      {
        id: '1',
        kind: 'group',
        label: 'Work <i>',
        items: [{ id: '2', kind: 'link', target: '/page/orders', label: 'All' }],
      },
    ];
    const bar = { title: html`<h1>Order ${'<7>'}</h1>`, actions: html`<a href="/new">New</a>` };
    const asked = { bar, body: html`<h2>Lines</h2><h1>Mine</h1>`, catalog: { ...catalog, menu: { items: menu } } };
    const withHead = defineTheme({ ...theme, page: (m) => html`<header>${m.head}</header><main>${m.body}</main>` });
    const other = shellOf(withHead);
    const print = (/** @type {any} */ part) => other({ ...usual, here: '/page/orders', ...part });

    it('holds the way through the menu, the only title, and the action', () => {
      const text = print(asked);
      const [, head] = /<header>([^]*?)<\/header>/.exec(text) ?? [];
      assert.match(head, /<li class="breadcrumb-item">Work &lt;i&gt;<\/li>/);
      assert.match(head, /<h1>Order &lt;7&gt;<\/h1>.*<a href="\/new">New<\/a>/);
      assert.equal(text.match(/<h1/g)?.length, 1);
      assert.match(text, /<main><h2>Lines<\/h2><h2 class="h1">Mine<\/h2><\/main>/);
    });

    it('names an app and its first page of the same name once', () => {
      const list = { label: 'Forum', icon: null, url: '/page/forum', active: false, isParent: true, items: [] };
      const app = { label: 'Forum', icon: null, url: null, active: false, items: [list] };
      const parts = { name: 'Topic', title: html`<h1>Welcome</h1>`, actions: null, menu: [app] };
      const { text } = pageHead({ ...parts, t: (key) => key, icon: () => html`` });
      assert.deepEqual(text.match(/breadcrumb-item">.*?Forum/g), [
        'breadcrumb-item"><a href="/page/forum"><span>Forum',
      ]);
    });

    it('is of its own row, though the frame is kept', () => {
      print(asked);
      const text = print({ ...asked, bar: { title: html`<h1>Order 8</h1>`, actions: html`<b>Other</b>` } });
      assert.match(text, /<h1>Order 8<\/h1>.*<b>Other<\/b>/);
      assert.doesNotMatch(text, /Order &lt;7|New/);
      assert.doesNotMatch(print({ ...asked, bar: { ...bar, actions: null } }), /pl-head-actions/);
    });

    it('has the title of the page, unless its body has an own one', () => {
      assert.match(print({ bar: { title: null, actions: null } }), /<header>.*<h1>Orders<\/h1>.*<\/header>/);
      const own = print({ bar: { title: null, actions: null }, body: html`<h1>Welcome</h1>` });
      assert.match(own, /<header><\/header><main><h1>Welcome<\/h1>/);
    });

    it('comes with the body where the theme has no place for it', () => {
      assert.match(page(asked), /<main id="main"><div class="pl-head"[^]*<h1>Order &lt;7&gt;<\/h1>[^]*<h2>Lines/);
      const handsOn = defineTheme({ ...theme, page: (m) => theme.page({ ...m }) });
      assert.equal(shellOf(handsOn)({ ...usual, ...asked }), page(asked), 'reading it is not printing it');
    });
  });

  it('escapes the title and takes markup as it is', () => {
    const text = page({ title: '<b>', body: '<p>ready</p>' });
    assert.match(text, /<title>&lt;b&gt; · Site &amp; Co<\/title>/);
    assert.match(text, /<p>ready<\/p>/);
  });

  it('keeps the frame apart from the body, for each reader, page and title', () => {
    const own = { ...catalog, menu: { items: [{ id: '1', kind: 'admin', label: 'Admin' }] } };
    const admin = { ...actor, roles: ['admin', 'user', 'public'] };
    for (let round = 0; round < 2; round++) {
      assert.match(page({ catalog: own, body: html`<p>${round}</p>` }), new RegExp(`<p>${round}</p>`));
      assert.doesNotMatch(page({ catalog: own }), /Admin/);
      assert.match(page({ catalog: own, actor: admin }), /Admin/);
      assert.match(page({ catalog: own, title: `Title ${round}` }), new RegExp(`<title>Title ${round} `));
    }
  });

  it('asks a theme once for a page, and for each query of its own only if it shows the query', () => {
    const asked = { path: 0, here: 0 };
    for (const part of /** @type {const} */ (['path', 'here'])) {
      const shows = /** @type {(m: import('@plinth/plugin').ShellModel) => any} */ (
        (m) => {
          asked[part]++;
          return html`<main id="main">${m[part]} ${m.body}</main>`;
        }
      );
      const own = createShell({
        registry: {
          owner: () => 'theme-default',
          isInstalled: () => false,
          has: () => true,
          theme: () => ({ ...theme, page: shows }),
        },
        assetUrl: (path) => path,
        translate: (locale) => translator([texts], locale),
      });
      for (const here of ['/page/x?a=1', '/page/x', '/page/x?a=<2>', '/page/x?a=1', '/page/x']) {
        const text = own({ catalog, actor, locale: 'en', title: 'T', body: html`<h1>${here}</h1>`, here });
        const shown = part === 'path' ? '/page/x' : here.replace('<2>', '&lt;2&gt;');
        assert.ok(text.includes(`<main id="main">${shown} <h1>${here.replace('<2>', '&lt;2&gt;')}`), here);
      }
      // Addresses that nobody has may repeat another one.
      for (const here of ['/a?x', '/a/a', '/a']) {
        const text = own({ catalog, actor, locale: 'en', title: 'Not found', body: html`<h1>a</h1>`, here });
        assert.ok(text.includes(`<main id="main">${part === 'path' ? here.split('?')[0] : here} <h1>`), here);
      }
    }
    assert.deepEqual(asked, { path: 3, here: 6 });
  });

  it('asks a theme each time that shows the body twice', () => {
    const twice = createShell({
      registry: {
        owner: () => 'theme-default',
        isInstalled: () => false,
        has: () => true,
        theme: () => ({ ...theme, page: (m) => html`${m.body}<main id="main">${m.body}</main>` }),
      },
      assetUrl: (path) => path,
      translate: (locale) => translator([texts], locale),
    });
    const text = twice({ catalog, actor, locale: 'en', title: 'T', body: html`<h1>x</h1>`, here: '/' });
    assert.equal(text.match(/<h1>x/g)?.length, 2);
  });

  it('sets language, direction and a fixed mode on the document', () => {
    assert.match(page(), /<html lang="en" dir="ltr">/);
    const dark = { ...catalog, settings: { ...settings, mode: 'dark' } };
    assert.match(page({ locale: 'ar', catalog: dark }), /<html lang="ar" dir="rtl" data-bs-theme="dark">/);
  });

  it('has slots for what stands above a page, a light or dark mode, and the style sheet of a draft', () => {
    const own = /** @type {[string, RegExp][]} */ ([
      ['above', /<body [^>]*><p>Only & above<\/p>\n<a class="pl-skip"/],
      ['scheme', /^<!doctype html>\n<html lang="en" dir="ltr" data-bs-theme="dark">/],
      ['look', /<link rel="stylesheet" href="\/draft\.css\?a=1&amp;b=2">/],
    ]);
    const given = { above: html`<p>Only & above</p>`, scheme: 'dark', look: '/draft.css?a=1&b=2' };
    const [plain, whole] = [page(), page(given)];
    for (const [name, seen] of own) {
      assert.match(whole, seen, name);
      assert.doesNotMatch(plain, seen, name);
    }
    assert.equal(page(), plain, 'the frame without them is kept apart');
    assert.match(page({ ...given, above: html`<p>Other</p>` }), /<p>Other<\/p>/);
  });

  it('prints copies that take no part in the site: a canvas, a preview, a picture', () => {
    const scripts = (/** @type {any} */ part) =>
      [...page({ scripts: ['/own.js'], ...part }).matchAll(/<script [^>]*src="[^"]*?([\w.-]+)"/g)].map(
        ([, name]) => name,
      );
    const modules = ['everywhere.js', 'shell.js', 'own.js'];
    assert.deepEqual(scripts({}), ['first-paint.js', 'htmx.min.js', ...modules]);
    assert.deepEqual(scripts({ copy: 'canvas' }), ['htmx.min.js', ...modules], 'its mode is the builder’s');
    assert.deepEqual(scripts({ copy: 'preview' }), ['first-paint.js', ...modules], 'asks the server for nothing');
    assert.deepEqual(scripts({ copy: 'picture' }), []);
    assert.match(page({ copy: 'picture' }), /<body inert data-pl-preview /);
    assert.match(page({ copy: 'canvas' }), /<body data-pl-preview /);
    assert.doesNotMatch(page(), /inert|data-pl-preview/);
    // What a page says of scripts is text, and stays.
    const said = html`<p>&lt;script src="/a.js"&gt;&lt;/script&gt; <script type="module" src="/b.js"></script></p>`;
    assert.match(page({ copy: 'picture', body: said }), /&lt;script src="\/a\.js"&gt;/);
  });

  it('asks for each script once, through the address of its version', () => {
    const text = page({ scripts: ['core-views/js/tabs.js', 'core-views/js/tabs.js'] });
    assert.equal(text.match(/\/assets\/h\/core-views\/js\/tabs\.js/g)?.length, 1);
  });
});

describe('what a page sends', () => {
  const assets = new URL('../../assets/', import.meta.url);
  const frame = new URL('../../../../plugins/theme-default/assets/theme.css', import.meta.url);
  const sheets = [
    inlineImports(new URL('css/plinth.css', assets)),
    inlineImports(frame),
    siteCss(settings, (path) => `/assets/h/${path}`),
  ];
  const scripts = ['js/first-paint.js', 'js/shell.js', 'js/tabs.js', 'vendor/htmx.min.js'].map((path) =>
    readFileSync(new URL(path, assets), 'utf8'),
  );

  it('is joined into one sheet', () => {
    assert.doesNotMatch(sheets[0], /@import/);
  });

  for (const [name, compress] of /** @type {const} */ ([
    ['brotli', brotliCompressSync],
    ['gzip', gzipSync],
  ])) {
    it(`is at most 40 KB of style and script with ${name}, so that a page's own modules fit into 60`, () => {
      const bytes = [...sheets, ...scripts].reduce((sum, text) => sum + compress(Buffer.from(text)).length, 0);
      assert.ok(bytes <= 40 * 1024, `${bytes} bytes`);
    });
  }

  it('loads one font of at most 100 KB, whose absence hides no text, and nothing from elsewhere', () => {
    const urls = sheets.flatMap((sheet) => [...sheet.matchAll(/url\(['"]?([^'")]*)/g)].map(([, url]) => url));
    assert.deepEqual(
      urls.filter((url) => !url.startsWith('data:image/svg+xml,')),
      // The pictures are read when the switch of light and dark shows.
      ['../vendor/inter-latin.woff2', 'moon.svg', 'sun.svg'],
    );
    assert.ok(statSync(new URL('vendor/inter-latin.woff2', assets)).size <= 100 * 1024);
    assert.match(sheets[0], /font-display: swap/);
    for (const sheet of sheets)
      assert.doesNotMatch(sheet.replaceAll("xmlns='http://www.w3.org/2000/svg'", ''), /https?:\/\//);
  });
});
