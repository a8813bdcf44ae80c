/* Runs under any Node from version 20 on and before anything is installed, so it imports nothing of ours. */

/** How often to check, in ms. */
const EVERY = 250;
/** A SIGHUP this long before the parent was gone, in ms, had the same cause. */
const SAME_REASON = 5_000;
/** How npm describes what it runs: "npm start" or "npx plinth …". */
const RUN_BY_NPM = /^exec node scripts\/start\.js$|^['"]?plinth['"]?(\s|$)/;
/** Tells the child the launcher's process id; the child ends with it. */
const LAUNCHER = 'PLINTH_LAUNCHER';

/**
 * The process that we must end with: the launcher that started us under the pinned Node, or npm. npm passes SIGTERM and
 * SIGINT at best to its shell, and SIGHUP or SIGKILL to nobody. Any other parent may start a server and exit.
 *
 * @param {Record<string, string | undefined>} env the launcher is removed from it, because our own children have
 *   another one
 * @returns {number | null} the process id
 */
export function parentToFollow(env) {
  const launcher = Number(env[LAUNCHER]);
  delete env[LAUNCHER];
  if (launcher > 0) return launcher;
  return RUN_BY_NPM.test(env.npm_lifecycle_script ?? '') ? process.ppid : null;
}

/** The environment of a child that ends with this process. @param {Record<string, string | undefined>} env */
export const followedBy = (env) => ({ ...env, [LAUNCHER]: String(process.pid) });

/**
 * Calls `onGone` once this process has lost its parent. The exception is "nohup npm start": a closing terminal sends
 * SIGHUP to npm, which dies because Node.js undoes what nohup did, and to us; with nohup the server keeps running.
 *
 * @param {{ parent: number, onGone: () => void, every?: number }} options every: ms
 * @returns {() => void} stops watching
 */
export function watchParent({ parent, onGone, every = EVERY }) {
  let hungUpAt = -Infinity;
  let isGone = false;
  const hear = () => (hungUpAt = performance.now());
  const stop = () => {
    clearInterval(timer);
    process.off('SIGHUP', hear);
  };
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    // Our own SIGHUP may arrive a moment after npm died of its own.
    if (!isGone) return (isGone = true);
    stop();
    if (performance.now() - hungUpAt > SAME_REASON) onGone();
  }, every);
  timer.unref();
  process.on('SIGHUP', hear);
  return stop;
}
