import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { quietLog } from '../../../testing/index.js';
import { ensureCluster } from './cluster.js';

const SAID = 'initdb: error: could not look up effective user ID 4242: user does not exist';

describe('a new cluster for a user without a name', () => {
  /** @type {string} */
  let folder;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-nameless-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** @param {string} script @returns {any} */
  const binaries = (script) => {
    const program = join(folder, 'program');
    writeFileSync(program, `#!/bin/sh\n${script}\n`);
    chmodSync(program, 0o755);
    return { major: 18, initdb: program, postgres: program };
  };
  /** @param {string} script */
  const make = (script) =>
    ensureCluster({
      clusterDir: join(folder, 'postgres'),
      binaries: binaries(script),
      user: undefined,
      log: quietLog,
    });

  it('is not half made, and the ways out are named', () => {
    assert.throws(() => make(`echo '${SAID}' >&2; exit 1`), { code: 'USER_WITHOUT_NAME', hint: /\/etc\/passwd/ });
    assert.equal(existsSync(join(folder, 'postgres')), false);
  });

  it('is made when the next attempt has a name', () => {
    make('exit 0');
    assert.equal(existsSync(join(folder, 'postgres')), true);
  });
});
