import assert from 'node:assert/strict';
import { it } from 'node:test';
import { until } from '@plinth/data/testing';
import { createReload } from './reload.js';

it('C2: a plugin switched while the runtime is being created causes another reload', async () => {
  let enabled = true;
  let during = () => {};
  let made = 0;
  /** @type {((catalog: any) => void)[]} */
  const listeners = [];
  const catalog = () => ({ plugins: [{ name: 'extra', enabled, version: null }] });
  const make = async () => {
    made++;
    const states = [{ name: 'extra', enabled, version: null }];
    await Promise.resolve();
    during();
    const data = { catalog, onCatalog: (/** @type {any} */ listener) => listeners.push(listener) };
    return /** @type {any} */ ({ states, data, close: async () => {} });
  };
  /** @type {any} */
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const reload = await createReload({ make, use: async () => {}, log });
  during = () => {
    during = () => {};
    enabled = true;
  };
  enabled = false;
  for (const hear of listeners) hear(catalog());
  await until(() => made === 3);
  await until(() => reload.runtime().states[0].enabled);
  assert.equal(/** @type {any} */ (reload.runtime()).states[0].enabled, true);
  await reload.close();
  assert.equal(made, 3);
});
