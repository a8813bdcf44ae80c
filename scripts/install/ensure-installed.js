import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { lockfileState } from './lockfile-state.js';

/*
 * Runs under any Node from version 20 on, before anything is installed.
 */

/**
 * Installs what the lockfile asks for, when it isn't there yet. What was installed before stays until the new is
 * whole: without a network an older clone goes on with it.
 *
 * @param {{ root: string, dev: boolean }} options
 * @returns {boolean} whether Plinth can run
 */
export function ensureInstalled({ root, dev }) {
  const state = lockfileState(root, { dev });
  if (state === 'current') return true;
  console.error(
    state === 'missing'
      ? 'Installing dependencies (npm ci); this happens once.'
      : 'The dependencies are not those of package-lock.json: installing them again (npm ci).',
  );
  const modules = join(root, 'node_modules');
  const aside = join(root, 'node_modules.before');
  rmSync(aside, { recursive: true, force: true });
  if (existsSync(modules)) renameSync(modules, aside);
  if (runNpm(root, dev)) {
    rmSync(aside, { recursive: true, force: true });
    return true;
  }
  return goBack(modules, aside, state);
}

/** @param {string} root @param {boolean} dev */
function runNpm(root, dev) {
  // No package of ours needs its install script, so none is run. Warnings are about the host's Node, which we don't use.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const args = ['ci', '--ignore-scripts', ...quiet, ...(dev ? ['--include=dev'] : ['--omit=dev'])];
  const run = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], env: hostEnvironment(root) });
  if (run.error) console.error(`npm can't be run: ${run.error.message}`);
  return run.status === 0;
}

/** The Node in node_modules/.bin is about to be replaced: npm must run with the host's. @param {string} root */
function hostEnvironment(root) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(root, 'node_modules')));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** @param {string} modules @param {string} aside @param {string} state */
function goBack(modules, aside, state) {
  rmSync(modules, { recursive: true, force: true });
  if (existsSync(aside)) renameSync(aside, modules);
  console.error('The dependencies could not be installed (npm says why above).');
  if (state === 'missing') {
    console.error(
      'Plinth needs the package registry once; afterwards it runs offline. Try again when it can be reached.',
    );
    return false;
  }
  console.error('Going on with what is installed. Try "npm ci" when the package registry can be reached.');
  return true;
}
