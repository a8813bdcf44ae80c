import { fileURLToPath } from 'node:url';
import { runUnderPinnedNode } from '../packages/cli/src/runtime/pinned-node.js';
import { ensureInstalled } from './install/ensure-installed.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = fileURLToPath(new URL('../packages/cli/src/main.js', import.meta.url));
if (await ensureInstalled({ root, dev: false })) {
  await runUnderPinnedNode({ root, script, args: ['serve', ...process.argv.slice(2)] });
} else {
  process.exitCode = 1;
}
