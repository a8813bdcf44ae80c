import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { logOf } from './configuration.js';

/** @param {Record<string, string>} env */
function recorder(env = {}) {
  /** @type {string[]} */
  const lines = [];
  const log = logOf(/** @type {any} */ ({ env, stderr: { write: (/** @type {string} */ line) => lines.push(line) } }));
  return { log, lines };
}

describe('the log of a command', () => {
  it('is a short line for people, without a stack', () => {
    const { log, lines } = recorder();
    log.info('nobody asked');
    log.error('plugin left out', { plugin: 'rating', version: '1.0.0', error: new TypeError('no plugin\nthere') });
    log.warn('the change stream is down', { error: 'Error: gone' });
    log.warn('alone');
    assert.deepEqual(lines, [
      'Error: plugin left out (plugin rating, version 1.0.0): no plugin\n',
      'Warning: the change stream is down: Error: gone\n',
      'Warning: alone\n',
    ]);
  });

  it('hides secrets, and prints details on request', () => {
    const { log, lines } = recorder({ LOG_LEVEL: 'info' });
    log.info('connected', { url: 'postgres://me:hush@host/db', password: 'hush' });
    assert.equal(lines.length, 1);
    assert.doesNotMatch(lines[0], /hush/);
  });
});
