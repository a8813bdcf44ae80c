import v8 from 'node:v8';
import vm from 'node:vm';

/**
 * Returns memory to the system that V8 would keep, up to 150 MB after a burst of work. It blocks the process for about
 * 0.3 s, so it is done rarely, and in a quiet moment.
 */
export function releaseMemory() {
  v8.setFlagsFromString('--expose-gc');
  /** @type {(options: { type: string, flavor: string }) => void} */
  const collect = vm.runInNewContext('gc');
  collect({ type: 'major', flavor: 'last-resort' });
  v8.setFlagsFromString('--no-expose-gc');
}
