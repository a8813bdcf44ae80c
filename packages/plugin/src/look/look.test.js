import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { checkLook, LOOK_COLOURS } from './look.js';

describe('checkLook', () => {
  it('keeps what differs from the usual look', () => {
    const input = { font: 'inter', density: 'roomy', light: { text: '#1B2330', body: '#FFF8F0' }, dark: {} };
    assert.deepEqual(checkLook(input), { density: 'roomy', light: { body: '#fff8f0' } });
    assert.deepEqual(checkLook({}), {});
  });

  for (const [what, input, at] of /** @type {[string, any, string][]} */ ([
    ['a colour that could end the declaration', { light: { text: 'red;} body{display:none' } }, 'look.light.text'],
    ['a short colour', { dark: { accent: '#abc' } }, 'look.dark.accent'],
    ['an unknown colour', { light: { accent: '#aabbcc' } }, 'look.light.accent'],
    ['an unknown font', { font: 'https://fonts.example/x' }, 'look.font'],
    ['a list of colours', { light: ['#aabbcc'] }, 'look.light'],
    ['an unknown part', { css: 'body{}' }, 'look.css'],
    ['text in place of a look', 'dark', 'look'],
  ]))
    it(`refuses ${what}`, () => {
      assert.throws(
        () => checkLook(input),
        (/** @type {any} */ error) => error.code === 'SETTINGS_INVALID' && at in error.details.fields,
      );
    });

  it('knows the colours of the stylesheet', () => {
    const css = readFileSync(new URL('../../../views/assets/css/base.css', import.meta.url), 'utf8');
    for (const name of /** @type {(keyof typeof LOOK_COLOURS.light)[]} */ (Object.keys(LOOK_COLOURS.light))) {
      const [, light, dark] = new RegExp(`--pl-${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css) ?? [];
      const long = (/** @type {string} */ hex) => (hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex);
      assert.deepEqual([long(light), long(dark)], [LOOK_COLOURS.light[name], LOOK_COLOURS.dark[name]], name);
    }
  });
});
