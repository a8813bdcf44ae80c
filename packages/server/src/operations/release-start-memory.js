import v8 from 'node:v8';
import vm from 'node:vm';

/** The first requests are through by then. */
const PAUSE_MS = 3000;

/**
 * Gives back what only starting needed: reading and compiling the whole program leaves some twenty megabytes that V8
 * would keep for as long as nobody asks for memory. One collection, a while after the start.
 */
export function releaseStartMemory() {
  setTimeout(() => {
    v8.setFlagsFromString('--expose-gc');
    /** @type {(options: { type: string, flavor: string }) => void} */
    const collect = vm.runInNewContext('gc');
    collect({ type: 'major', flavor: 'last-resort' });
    v8.setFlagsFromString('--no-expose-gc');
  }, PAUSE_MS).unref();
}
