import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * Runs crash-writer.js in a separate process.
 *
 * @param {string} dataDir
 * @param {{ purpose?: 'serve' | 'command', uid?: number, gid?: number }} [options]
 */
export function startWriter(dataDir, { purpose = 'serve', ...user } = {}) {
  const script = fileURLToPath(new URL('./crash-writer.js', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir, purpose], { ...user, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {number[]} */
  const written = [];
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const lines = createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('wrote ')) written.push(Number(line.slice('wrote '.length)));
  });
  const ended = once(child, 'close');

  return {
    pid: Number(child.pid),
    written,
    errors: () => errors,
    ended,
    /** Resolves when this many more rows were acknowledged. @param {number} count */
    async wrote(count) {
      const goal = written.length + count;
      while (written.length < goal) {
        const [line] = await Promise.race([once(lines, 'line'), ended.then(() => [undefined])]);
        if (line === undefined) throw new Error(`The writer ended: ${errors}`);
      }
    },
    /** @param {NodeJS.Signals} signal */
    async kill(signal) {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
