import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SEED } from '@plinth/plugin/testing';
import fc from 'fast-check';
import { contrast, parseHex } from './colour.js';
import { siteCss, siteCssUrl } from './site-css.js';

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
});
