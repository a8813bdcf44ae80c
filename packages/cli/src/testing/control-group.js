import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MB = 2 ** 20;

/**
 * A control group of either version with limited memory and no swap (Linux, as root). It also counts files cached by
 * the kernel, so the peak may touch the limit without a lack of memory.
 *
 * @param {number} memoryMb
 */
export function createControlGroup(memoryMb) {
  const old = '/sys/fs/cgroup/memory';
  const isOld = existsSync(`${old}/memory.limit_in_bytes`);
  const folder = path.join(isOld ? old : '/sys/fs/cgroup', `plinth-${process.pid}-${randomUUID()}`);
  mkdirSync(folder);
  const file = (/** @type {string} */ name) => path.join(folder, name);
  const read = (/** @type {string} */ name) => readFileSync(file(name), 'utf8');
  const line = (/** @type {string} */ name, /** @type {string} */ key) =>
    Number(new RegExp(`^${key} (\\d+)`, 'm').exec(read(name))?.[1] ?? 0);
  writeFileSync(file(isOld ? 'memory.limit_in_bytes' : 'memory.max'), String(memoryMb * MB));
  const noSwap = isOld ? 'memory.swappiness' : 'memory.swap.max';
  if (existsSync(file(noSwap))) writeFileSync(file(noSwap), '0');
  return {
    /** Prefix for a command: its process joins the group before it starts. */
    inside: ['sh', '-c', 'echo $$ > "$0" && exec "$@"', file('cgroup.procs')],
    /** A process that writes its id here joins the group. */
    door: file('cgroup.procs'),
    peak: () => Number(read(isOld ? 'memory.max_usage_in_bytes' : 'memory.peak')),
    /** Memory in use that can't be reclaimed. */
    held: () =>
      isOld
        ? line('memory.stat', 'total_rss') + line('memory.stat', 'total_shmem')
        : line('memory.stat', 'anon') + line('memory.stat', 'shmem') + line('memory.stat', 'kernel'),
    kills: () => line(isOld ? 'memory.oom_control' : 'memory.events', 'oom_kill'),
    /** A group can be removed once the last of its processes is gone. */
    async remove() {
      for (let tries = 0; read('cgroup.procs').trim() !== '' && tries < 100; tries++) await sleep(50);
      rmdirSync(folder);
    },
  };
}

/** Whether this user may create one. */
export const canGroup = () =>
  process.getuid?.() === 0 &&
  ['/sys/fs/cgroup/memory/memory.limit_in_bytes', '/sys/fs/cgroup/cgroup.controllers'].some(existsSync);
