import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createRunFolder } from './run-folder.js';

/** @import { Answer } from './probe.js' */

/** Headers that Node writes itself for each response. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);
const script = fileURLToPath(new URL('./bare-server.js', import.meta.url));

/**
 * Starts a bare server that sends the bytes and headers of `answer`.
 *
 * @param {Answer} answer @param {{ workers: number, cores: string | null }} options
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startBareServer({ status, headers, bytes }, { workers, cores }) {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    OWN.has(name) ? [] : [value].flat().map((one) => [name, String(one)]),
  );
  const job = {
    workers,
    status,
    headers: [...kept, ['content-length', String(bytes.length)]],
    body: bytes.toString('base64'),
  };
  const { folder, remove } = createRunFolder();
  const file = path.join(folder, 'answer.json');
  writeFileSync(file, JSON.stringify(job));
  const command = [...(cores ? ['taskset', '-c', cores] : []), process.execPath, script, file];
  const child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  const [port] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('the bare server ended'))),
  ]);
  await remove();
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
