import { fileURLToPath } from 'node:url';
import { runUnderPinnedNode } from '../packages/cli/src/runtime/pinned-node.js';
import { ensureInstalled } from './install/ensure-installed.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = fileURLToPath(new URL('./tests/run.js', import.meta.url));
if (await ensureInstalled({ root, dev: true })) {
  await runUnderPinnedNode({ root, script, args: process.argv.slice(2) });
} else {
  process.exitCode = 1;
}
