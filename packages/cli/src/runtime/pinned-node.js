import { spawn } from 'node:child_process';
import { accessSync, constants, realpathSync } from 'node:fs';
import module from 'node:module';
import { constants as os } from 'node:os';
import { join } from 'node:path';
import { hasTerminal } from './has-terminal.js';
import { followedBy, parentToFollow, watchParent } from './watch-parent.js';

/* Runs under any Node from version 20 on and before anything is installed, so it imports nothing of ours. */

const NEEDED_MAJOR = 24;
/** Signals from the terminal or a supervisor, which our child must receive too. */
const FORWARDED = /** @type {const} */ (['SIGTERM', 'SIGHUP', 'SIGINT']);

/**
 * Continues as `script` under the Node that Plinth is made for: in this process if it already is that Node; otherwise that
 * Node takes its place, or where this isn't possible, runs in a child whose exit is ours.
 *
 * @param {{ root: string, script: string, args: string[] }} options `root` is the folder with node_modules
 */
export async function runUnderPinnedNode({ root, script, args }) {
  const pinned = pinnedNode(root);
  if (pinned ? isThisProcess(pinned) : isNewEnough()) {
    process.argv = [process.execPath, script, ...args];
    cacheCompiledCode(root);
    await import(`file://${script}`);
    return;
  }
  if (!pinned) {
    console.error(
      `Plinth does not include Node.js for ${process.platform}-${process.arch}, and this is ${process.version}.`,
    );
    console.error(`Run Plinth with Node.js ${NEEDED_MAJOR} or newer.`);
    process.exitCode = 1;
    return;
  }
  process.env.NODE_COMPILE_CACHE ??= compileCache(root);
  if (canBeReplaced()) process.execve?.(pinned, [pinned, ...process.execArgv, script, ...args], process.env);
  runInChild(pinned, [script, ...args]);
}

/**
 * Where V8 keeps compiled code for the next start (a fifth of its CPU time). Not in the system's temporary folder, where
 * another user could put code; where the folder can't be written, Node.js does without.
 *
 * @param {string} root
 */
const compileCache = (root) => join(root, 'node_modules', '.cache', 'plinth');

/** For our workers too. @param {string} root */
function cacheCompiledCode(root) {
  const { directory } = module.enableCompileCache?.(compileCache(root)) ?? {};
  if (directory) process.env.NODE_COMPILE_CACHE ??= directory;
}

/** @param {string} root @returns {string | undefined} the path of the Node that npm installed */
export function pinnedNode(root) {
  const platform = `${process.platform}-${process.arch}`;
  // The package for one platform has a different name.
  return [`node-${platform}`, `node-bin-${platform}`]
    .map((name) => join(root, 'node_modules', name, 'bin', 'node'))
    .find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} pinned */
const isThisProcess = (pinned) => realpathSync(process.execPath) === realpathSync(pinned);

const isNewEnough = () => Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR;

/**
 * A launcher that stays takes 40 MB beside the server. Node.js has execve from 22.15 on, and ends with a crash if the program
 * can't be run: without glibc, ours can't.
 */
function canBeReplaced() {
  if (process.platform !== 'linux' || typeof process.execve !== 'function') return false;
  const report = /** @type {any} */ (process.report);
  // Looking up the names of open connections may take seconds.
  report.excludeNetwork = true;
  return Boolean(report.getReport().header.glibcVersionRuntime);
}

/** @param {string} node @param {string[]} args */
function runInChild(node, args) {
  const parent = parentToFollow(process.env);
  const child = spawn(node, [...process.execArgv, ...args], { stdio: 'inherit', env: followedBy(process.env) });
  // A terminal signals both processes; the child treats the same signal within moments as one.
  let isAsked = false;
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      isAsked ||= signal !== 'SIGHUP' || hasTerminal();
      child.kill(signal);
    });
  }
  const unwatch = parent === null ? null : watchParent({ parent, onGone: () => isAsked || child.kill('SIGTERM') });
  child.on('error', (error) => {
    console.error(`The Node.js included with Plinth can't be run: ${error.message}`);
    process.exitCode = 1;
    unwatch?.();
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? os.signals[signal] : 0)));
}
