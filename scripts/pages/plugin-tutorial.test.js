import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '../../packages/server/src/testing/index.js';
import { codeBlocks } from './code-blocks.js';
import { followTutorial } from './follow-tutorial.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plinth-tutorial-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('docs/plugins/README.md', () => {
  it('leads, followed to the letter outside the clone, to a plugin whose test passes and that is installed', async () => {
    const database = await createTestDatabase();
    after(() => database.close());

    const blocks = codeBlocks(new URL('../../docs/plugins/README.md', import.meta.url));
    const script = followTutorial(blocks, { plinth: root });
    // Whoever writes a plugin has a site to install it in.
    const site = `(cd ${root} && npx plinth setup ada@example.com > /dev/null)`;
    const run = spawnSync('sh', ['-eu', '-c', `${site}\n${script}`], {
      cwd: folder,
      encoding: 'utf8',
      env: environment(database.url),
    });
    assert.equal(run.status, 0, run.stdout + run.stderr);
    assert.match(run.stdout, /pass [4-9]|pass \d\d/);
    assert.match(run.stdout, /Installed Traffic light \(plinth-traffic-light 1\.0\.0\)/);
    const written = readFileSync(join(folder, 'plinth-traffic-light/src/light.js'), 'utf8');
    assert.equal(written, blocks.find(({ file }) => file === 'src/light.js')?.code);
  });
});

/** A run of tests tells the ones it starts to report to it. */
function environment(/** @type {string} */ url) {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  return { ...env, DATABASE_URL: url, PLINTH_DATA: join(folder, 'site') };
}
