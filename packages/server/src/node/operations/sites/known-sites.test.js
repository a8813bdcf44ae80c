import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { readConfig } from '../../../http/config/read-config.js';
import { quietLog } from '@plinth/data/testing';
import { findSite } from './find-site.js';
import { knownSites } from './known-sites.js';
import { noteSite } from './note-site.js';
import { requireSite } from './require-site.js';

const folder = mkdtempSync(join(tmpdir(), 'plinth-sites-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A place for notes, with a data folder that has a database. @param {string} name */
function place(name) {
  const PLINTH_SITES = join(folder, name);
  const PLINTH_DATA = join(folder, `${name}-data`);
  mkdirSync(join(PLINTH_DATA, 'postgres'), { recursive: true });
  mkdirSync(PLINTH_SITES, { mode: 0o755 });
  return { PLINTH_SITES, PLINTH_DATA };
}

/** @param {Record<string, string>} env */
const note = (env) => noteSite({ config: readConfig(env), url: 'http://localhost:3000', env, log: quietLog });

describe('the note of a running site', () => {
  it('names secrets without writing them, and says when it was stopped', () => {
    const env = { ...place('secret'), DATABASE_URL: 'postgres://me:hidden@db/app', ROW_SECURITY: 'on' };
    const stopped = note(env);
    const [file] = readdirSync(env.PLINTH_SITES);
    assert.doesNotMatch(readFileSync(join(env.PLINTH_SITES, file), 'utf8'), /hidden/);
    const [site] = knownSites(env);
    assert.deepEqual(
      [site.running, site.trusted, site.secrets, site.settings.ROW_SECURITY],
      [true, true, ['DATABASE_URL'], 'on'],
    );
    stopped();
    assert.equal(knownSites(env)[0].running, false);
  });

  it('is not believed where others may write, nor as a link', () => {
    const { PLINTH_SITES, PLINTH_DATA } = place('open');
    const env = { PLINTH_SITES, PLINTH_DATA };
    note(env)();
    const [file] = readdirSync(PLINTH_SITES);
    chmodSync(PLINTH_SITES, 0o777);
    assert.deepEqual(knownSites(env), []);
    const linked = place('linked');
    symlinkSync(join(PLINTH_SITES, file), join(linked.PLINTH_SITES, file));
    assert.deepEqual(knownSites(linked), []);
    writeFileSync(join(linked.PLINTH_SITES, 'torn.json'), '{"dataDir":');
    assert.deepEqual(knownSites(linked), []);
  });

  it('leads nobody to the folder of another user', async () => {
    const { PLINTH_SITES } = place('other');
    // Of root, or, for root, of a person.
    const foreign = process.getuid?.() === 0 ? join(folder, 'other-data') : '/usr';
    const env = { PLINTH_SITES, PLINTH_DATA: foreign };
    note(env)();
    if (process.getuid?.() === 0)
      for (const one of readdirSync(PLINTH_SITES)) chownSync(join(PLINTH_SITES, one), 4711, 4711);
    assert.equal(knownSites(env)[0].trusted, false);
    const asked = findSite({ PLINTH_SITES });
    assert.equal(asked.site, undefined);
    const nowhere = readConfig({ PLINTH_DATA: join(folder, 'nowhere') });
    await assert.rejects(requireSite(nowhere, { PLINTH_SITES }), { code: 'SITE_NOT_FOUND' });
  });
});
