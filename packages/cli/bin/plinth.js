#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runUnderPinnedNode } from '../src/runtime/pinned-node.js';

const main = fileURLToPath(new URL('../src/main.js', import.meta.url));
const root = installedRoot(dirname(main));
if (root) {
  await runUnderPinnedNode({ root, script: main, args: process.argv.slice(2) });
} else {
  console.error('Plinth is not installed in this clone yet. Run "npm start" once, or "npm ci".');
  process.exitCode = 1;
}

/**
 * The nearest parent folder whose node_modules contain our packages.
 *
 * @param {string} folder
 * @returns {string | undefined}
 */
function installedRoot(folder) {
  if (existsSync(join(folder, 'node_modules', '@plinth', 'server'))) return folder;
  return dirname(folder) === folder ? undefined : installedRoot(dirname(folder));
}
