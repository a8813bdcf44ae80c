import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pinnedNode } from '../packages/cli/src/runtime/pinned-node.js';
import { ensureInstalled } from './install/ensure-installed.js';

/*
 * What thirteen requests cost, against the committed figures (scripts/cost/costs.json): npm run check:cost, and with --write
 * to put the measured ones there. Young objects get so much room that none is collected while bytes are counted.
 */
const FLAGS = ['--expose-gc', '--min-semi-space-size=192', '--max-semi-space-size=192'];

const root = fileURLToPath(new URL('..', import.meta.url));
const script = fileURLToPath(new URL('./cost/run.js', import.meta.url));
if (await ensureInstalled({ root, dev: true })) {
  const args = [...FLAGS, script, ...process.argv.slice(2)];
  const { status } = spawnSync(pinnedNode(root) ?? process.execPath, args, { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  process.exitCode = 1;
}
