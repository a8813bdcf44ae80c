import { readFileSync, readdirSync } from 'node:fs';

/** A tick of /proc in ms. */
const TICK = 10;

/** @typedef {{ pid: number, database: string, postmaster: number }} Measured a server, its database and who serves that */

/**
 * Which processes are to be measured: this one, and those of its database (Linux). Other clusters on the machine may have
 * a database of the same name.
 *
 * @param {{ query(text: string): Promise<{ rows: any[] }> }} db
 * @returns {Promise<Measured>}
 */
export async function measuredBy(db) {
  const [{ database, backend }] = (await db.query('select current_database() as database, pg_backend_pid() as backend'))
    .rows;
  return { pid: process.pid, database, postmaster: parentOf(backend) };
}

/** CPU time that a server and its connections to the database have used so far, in ms (Linux). @param {Measured} server */
export function cpuMs({ pid, database, postmaster }) {
  let postgres = 0;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry) || parentOf(entry) !== postmaster) continue;
    const title = read(`/proc/${entry}/cmdline`);
    if (title.startsWith('postgres: ') && title.includes(` ${database} `)) postgres += used(entry);
  }
  return { node: used(pid), postgres };
}

/** @param {number | string} pid */
function used(pid) {
  const [user, system] = statOf(pid).slice(11, 13);
  return (Number(user) + Number(system)) * TICK || 0;
}

/** @param {number | string} pid */
const parentOf = (pid) => Number(statOf(pid)[1]);

/** State, parent and so on. The name before them may hold spaces. @param {number | string} pid */
function statOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
