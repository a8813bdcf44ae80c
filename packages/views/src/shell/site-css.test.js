import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LOOK_COLOURS } from '@plinth/plugin';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { contrast, parseHex } from './colour.js';
import { lookChecks } from './look-checks.js';
import { siteCss as cssOf, siteCssUrl as urlOf } from './site-css.js';

const assetUrl = (/** @type {string} */ path) => `/assets/h/${path}`;
const siteCss = (/** @type {any} */ settings) => cssOf(settings, assetUrl);
const siteCssUrl = (/** @type {any} */ settings) => urlOf(settings, assetUrl);

/** @param {string} css @param {string} name */
const values = (css, name) =>
  [.../** @type {RegExpExecArray} */ (new RegExp(`--pl-${name}: ([^;]+);`).exec(css))[1].matchAll(/#[0-9a-f]{6}/g)].map(
    ([hex]) => /** @type {import('./colour.js').Rgb} */ (parseHex(hex)),
  );

describe('siteCss', () => {
  it('gives every theme colour readable buttons and links in both modes', () => {
    const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(colour, (themeColour) => {
        const css = siteCss({ themeColour });
        const [primary] = values(css, 'primary');
        const [onPrimary] = values(css, 'on-primary');
        const [light, dark] = values(css, 'link');
        const [softLight, softDark] = values(css, 'primary-soft');
        assert.ok(contrast(primary, onPrimary) >= 4.5, 'button text');
        for (const ground of [softLight, [255, 255, 255], [241, 243, 246]]) {
          assert.ok(contrast(light, /** @type {any} */ (ground)) >= 4.5, `light link on ${ground}`);
        }
        for (const ground of [softDark, [23, 27, 33], [30, 35, 43]]) {
          assert.ok(contrast(dark, /** @type {any} */ (ground)) >= 4.5, `dark link on ${ground}`);
        }
      }),
      { seed: SEED },
    );
  });

  it('falls back to the default for what is no colour, and lets nothing else through', () => {
    assert.equal(siteCss({ themeColour: 'red;} body{display:none' }), siteCss({ themeColour: '#2a5bd7' }));
  });

  it('changes its address with the colour', () => {
    assert.notEqual(siteCssUrl({ themeColour: '#112233' }), siteCssUrl({ themeColour: '#112234' }));
    assert.match(siteCssUrl({ themeColour: '#112233' }), /^\/assets\/site\.css\?v=[\w-]{12}$/);
  });

  it('writes only what a look changes, and what follows from it', () => {
    const css = siteCss({ themeColour: '#2a5bd7', look: { light: { success: '#005522' } } });
    assert.match(css, /--pl-success: light-dark\(#005522, #6fd39a\);/);
    assert.match(css, /--pl-success-soft: light-dark\(#[0-9a-f]{6}, #15301f\);/);
    assert.doesNotMatch(css, /--pl-(body|surface|text|line|danger)\b|@font-face|--pl-control/);
  });

  it('gives dark mode an accent of its own', () => {
    const css = siteCss({ themeColour: '#112266', look: { dark: { accent: '#ffcc00' } } });
    assert.match(css, /--pl-primary: light-dark\(#112266, #ffcc00\);/);
    assert.match(css, /--pl-on-primary: light-dark\(#ffffff, #12161e\);/);
  });

  it('loads a font only of our own, and only if it is chosen', () => {
    const css = siteCss({ themeColour: '#112266', look: { font: 'lora' } });
    assert.match(css, /url\('\/assets\/h\/core-views\/vendor\/lora-latin\.woff2'\)/);
    for (const font of ['inter', 'serif', 'system', 'x; } body {', undefined])
      assert.doesNotMatch(siteCss({ themeColour: '#112266', look: { font } }), /url\(|body \{/, String(font));
  });

  it('lets nothing but colours and files through, whatever is stored', () => {
    const text = 'red; } body { display: none';
    const css = siteCss({
      look: { light: { text }, dark: { accent: text } },
      logoDark: "x'); } body {",
      themeColour: '',
    });
    assert.equal(css, siteCss({ themeColour: '#2a5bd7' }));
  });

  it('stays one small file, with everything changed', () => {
    const colours = (/** @type {number} */ from) =>
      Object.fromEntries(Object.keys(LOOK_COLOURS.light).map((name, i) => [name, `#${String(from + i * 99_991)}`]));
    const look = { font: 'lora', density: 'compact', light: colours(210_123), dark: colours(100_321) };
    const css = siteCss({ themeColour: '#123456', look, logoDark: '01a1fcc8-3308-76ac-852e-30754487561b' });
    assert.ok(gzipSync(css).length <= 1280, `${gzipSync(css).length} bytes`);
  });
});

describe('lookChecks', () => {
  const of = (/** @type {any} */ look, themeColour = '#2a5bd7') => lookChecks({ themeColour, look });

  it('finds nothing to say about the usual look, whatever the accent', () => {
    const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(colour, (themeColour) => of({}, themeColour).every(({ passes }) => passes)),
      { seed: SEED },
    );
  });

  it('names what is too pale, with a colour that passes on every ground', () => {
    const failing = of({ light: { muted: '#b0b8c4' } }).filter(({ passes }) => !passes);
    assert.deepEqual(
      failing.map(({ mode, name, colour }) => [mode, name, colour]),
      [['light', 'muted', '#b0b8c4']],
    );
    const { nearest } = failing[0];
    const mended = of({ light: { muted: nearest } });
    assert.ok(mended.every(({ passes }) => passes));
    assert.equal(failing[0].ratio.toFixed(1), '1.8');
  });

  it('always has a passing colour nearby, or says that there is none', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(hex, hex, hex, (text, surface, body) => {
        const [check] = of({ light: { text, surface, body } }).filter(
          (one) => one.name === 'text' && one.mode === 'light',
        );
        if (check.nearest === null) return;
        const [after] = of({ light: { text: check.nearest, surface, body } }).filter((one) => one.name === 'text');
        assert.ok(after.passes, `${text} on ${surface} and ${body}: ${check.nearest}`);
      }),
      { seed: SEED },
    );
  });
});
