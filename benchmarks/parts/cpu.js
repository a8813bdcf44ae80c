import { readFileSync, readdirSync } from 'node:fs';

/** A tick of /proc in ms. */
const TICK = 10;

/**
 * CPU time that a server and its connections to the database have used so far, in ms (Linux).
 *
 * @param {{ pid: number, database: string }} server
 */
export function cpuMs({ pid, database }) {
  let postgres = 0;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const title = read(`/proc/${entry}/cmdline`);
    if (title.startsWith('postgres: ') && title.includes(` ${database} `)) postgres += used(entry);
  }
  return { node: used(pid), postgres };
}

/** @param {number | string} pid */
function used(pid) {
  const stat = read(`/proc/${pid}/stat`);
  // The name may hold spaces; what follows it does not.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK || 0;
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
