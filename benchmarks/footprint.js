/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, createOwnData, round, startServer, usageOf } from '@plinth/cli/benchmarks';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const REST_MS = 3000;

/**
 * Time to the first page: on an empty folder, on existing data, and after Plinth and its database were killed; memory
 * when idle; size of an installation.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'I',
  about: 'start times, memory at rest, size of the install',
  async run(_sizes, { env }) {
    const { env: own, remove } = createOwnData({ ...env, WORKERS: '1' });
    try {
      const first = await startToPage(own, 'stop');
      const again = await startToPage(own, 'kill');
      const afterKill = await startToPage(own, 'stop');
      return {
        'first start to first page, ms': first.ms,
        'start with data to first page, ms': again.ms,
        'start after kill -9 to first page, ms': afterKill.ms,
        'memory at rest, all processes, MB': afterKill.memoryMb,
        'processes at rest': afterKill.processes,
        ...installSize(),
      };
    } finally {
      await remove();
    }
  },
};

/** @param {Record<string, string | undefined>} env @param {'stop' | 'kill'} end */
async function startToPage(env, end) {
  const began = performance.now();
  const server = await startServer(env);
  await ask(`${server.url}/`);
  const ms = Math.round(performance.now() - began);
  await sleep(REST_MS);
  const usage = usageOf(server.pid);
  await server[end]();
  return { ms, memoryMb: usage && round(usage.memoryMb), processes: usage && usage.processes };
}

/** Packages of a production installation and their size on disk. @returns {Record<string, number>} */
function installSize() {
  const lock = path.join(ROOT, 'package-lock.json');
  if (!existsSync(lock)) return {};
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'));
  const names = Object.entries(packages)
    .filter(([name, { dev, link }]) => name.includes('node_modules/') && !dev && !link)
    .map(([name]) => path.join(ROOT, name))
    .filter(existsSync);
  const bytes = names.reduce((sum, folder) => sum + sizeOf(folder), 0);
  return { 'production packages': names.length, 'their size on disk, MB': round(bytes / 1024 / 1024) };
}

/** @param {string} folder @returns {number} without nested packages, which are counted separately */
function sizeOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const inner = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + sizeOf(inner);
    return sum + (entry.isFile() ? statSync(inner).size : 0);
  }, 0);
}
