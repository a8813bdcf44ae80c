import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { createRegistry } from '@plinth/plugin';
import { fieldViewContract } from '@plinth/plugin/contract';
import { plugin } from './index.js';
import { colourOf, light } from './light.js';

describe('the traffic light', () => {
  fieldViewContract(light, { test, assert }, { values: [0, 50, 100, -3] });

  it('is green from its limit on, red up to its other one, else yellow', () => {
    const limits = { green: 80, red: 20 };
    assert.deepEqual(
      [100, 80, 79, 21, 20, -5].map((value) => colourOf(value, limits)),
      ['green', 'green', 'yellow', 'yellow', 'red', 'red'],
    );
  });

  it('is taken by a registry', () => {
    assert.ok(createRegistry([plugin]).has('fieldView', 'traffic_light'));
  });

  it('answers at its own address', async () => {
    const [route] = plugin.routes ?? [];
    const actor = { userId: null, roles: ['user'], system: false };
    const request = { actor, params: {}, query: { value: '90' }, body: {}, config: { greeting: 'Hi' } };
    const answer = await route.handle(/** @type {any} */ (request));
    assert.match(String(answer.html), /Hi, 90 is green/);
  });
});
