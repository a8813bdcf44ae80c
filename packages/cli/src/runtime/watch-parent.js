/*
 * Runs under any Node from version 20 on and before anything is installed, so it imports nothing of ours.
 */

/** How often to look, in ms. */
const EVERY = 250;
/** A SIGHUP this long before its parent was gone, in ms, came for the same reason. */
const SAME_REASON = 5_000;
/** What npm says it runs: "npm start" or "npx plinth …". */
const RUN_BY_NPM = /^exec node scripts\/start\.js$|^['"]?plinth['"]?(\s|$)/;
/** Names the launcher to its child, which ends with it. */
const LAUNCHER = 'PLINTH_LAUNCHER';

/**
 * The process whose end is ours too: the launcher that started us under the pinned Node, or npm. npm passes on SIGTERM and
 * SIGINT at best to its shell, and a SIGHUP or SIGKILL to nobody. Anybody else may start a server and leave.
 *
 * @param {Record<string, string | undefined>} env the launcher is taken out of it: it is not that of our own children
 * @returns {number | null} its process id
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
 * Calls `onGone` once this process has lost its parent. The exception is "nohup npm start": a terminal that closes sends
 * SIGHUP to npm, which dies of it because Node.js undoes what nohup did, and to us; whoever asked for nohup keeps the server.
 *
 * @param {{ parent: number, onGone: () => void, every?: number }} options every: ms
 * @returns {() => void} ends the watch
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
    // Our own SIGHUP may be heard a moment after npm died of its.
    if (!isGone) return (isGone = true);
    stop();
    if (performance.now() - hungUpAt > SAME_REASON) onGone();
  }, every);
  timer.unref();
  process.on('SIGHUP', hear);
  return stop;
}
