import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkLook } from '@plinth/plugin';
import { lookChecks } from '@plinth/views';
import { PRESETS } from './presets.js';
import { coloursOf } from './theme-values.js';

describe('palettes', () => {
  for (const { name, themeColour, look } of PRESETS)
    it(`${name}: everything can be read, in light and in dark`, () => {
      assert.deepEqual(
        lookChecks({ themeColour, look }).filter(({ passes }) => !passes),
        [],
      );
      assert.deepEqual(checkLook(look), look, 'says only what differs');
      assert.ok(Object.values(coloursOf({ themeColour, look })).every((colour) => /^#[0-9a-f]{6}$/.test(colour)));
    });
});
