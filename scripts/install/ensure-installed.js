import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasTerminal } from '../../packages/cli/src/runtime/has-terminal.js';
import { parentToFollow, watchParent } from '../../packages/cli/src/runtime/watch-parent.js';
import { linkOwn, lockfileState } from './lockfile-state.js';

/*
 * Runs under any Node from version 20 on, before anything is installed.
 */

const SIGNALS = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']);

/**
 * Installs what the lockfile requires, unless it is already there. The previous installation stays until the new one is
 * complete, so an older clone without a network continues with it.
 *
 * @param {{ root: string, dev: boolean }} options
 * @returns {Promise<boolean>} whether Plinth can run; also false if a stop was requested meanwhile
 */
export async function ensureInstalled({ root, dev }) {
  if (mayInstall(root)) linkOwn(root);
  const state = lockfileState(root, { dev });
  if (state === 'current') return true;
  if (!mayInstall(root)) return sayWhoMay(root, { state, dev });
  console.error(
    state === 'missing'
      ? 'Installing dependencies (npm ci); this happens once.'
      : 'The dependencies are not those of package-lock.json: installing them again (npm ci).',
  );
  const modules = join(root, 'node_modules');
  const aside = join(root, 'node_modules.before');
  rmSync(aside, { recursive: true, force: true });
  if (existsSync(modules)) renameSync(modules, aside);
  const { done, stopped } = await runNpm(root, dev);
  if (done) rmSync(aside, { recursive: true, force: true });
  else goBack(modules, aside);
  if (stopped || done) return done && !stopped;
  return sayWhy(state);
}

/** The packages lie in the clone, which a service's own user should not be able to change. @param {string} root */
function mayInstall(root) {
  try {
    for (const folder of [root, join(root, 'node_modules')].filter(existsSync)) accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} root @param {{ state: string, dev: boolean }} options @returns {boolean} whether Plinth can run with the present packages */
function sayWhoMay(root, { state, dev }) {
  const { uid } = statSync(root);
  const owner = uid === 0 ? 'root' : `the user number ${uid}`;
  const isMissing = state === 'missing';
  console.error(
    isMissing
      ? `The dependencies are not installed, and this user may not write to ${root}.`
      : `The dependencies are not those of package-lock.json, and this user may not write to ${root}.`,
  );
  console.error(`As ${owner}, run: cd ${root} && npm ci${dev ? '' : ' --omit=dev'}`);
  if (!isMissing) console.error('Going on with what is installed.');
  return !isMissing;
}

/**
 * Stops npm, so that nothing is left running and the previous packages come back.
 *
 * @param {string} root @param {boolean} dev @returns {Promise<{ done: boolean, stopped: boolean }>}
 */
function runNpm(root, dev) {
  // No package of ours needs its install script, so none is run. Warnings are about the host's Node, which we don't
  // use.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const args = ['ci', '--ignore-scripts', ...quiet, ...(dev ? ['--include=dev'] : ['--omit=dev'])];
  const env = hostEnvironment(root);
  // Signals from a terminal only reach us, because we know how to handle them.
  const npm = spawn('npm', args, { cwd: root, stdio: ['ignore', 2, 2], env, detached: true });
  let stopped = false;
  const stop = () => {
    stopped = true;
    // npm would first spend half a minute restoring what is now deleted as a whole.
    npm.kill('SIGKILL');
  };
  const hear = (/** @type {string} */ signal) => {
    // Without a terminal it is "nohup" whose terminal was closed.
    if (signal !== 'SIGHUP' || hasTerminal()) stop();
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  const parent = parentToFollow({ ...process.env });
  const unwatch = parent === null ? () => {} : watchParent({ parent, onGone: stop });
  return new Promise((resolve) => {
    const end = (/** @type {boolean} */ done) => {
      unwatch();
      for (const signal of SIGNALS) process.off(signal, hear);
      resolve({ done, stopped });
    };
    npm.once('error', (error) => {
      console.error(`npm can't be run: ${error.message}`);
      end(false);
    });
    npm.once('close', (code) => end(code === 0));
  });
}

/** The Node in node_modules/.bin is about to be replaced, so npm must run with the host's. @param {string} root */
function hostEnvironment(root) {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(root, 'node_modules')));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** @param {string} modules @param {string} aside */
function goBack(modules, aside) {
  rmSync(modules, { recursive: true, force: true });
  if (existsSync(aside)) renameSync(aside, modules);
}

/** @param {string} state @returns {boolean} whether Plinth can run with the present packages */
function sayWhy(state) {
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
