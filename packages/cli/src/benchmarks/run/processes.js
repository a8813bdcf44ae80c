import { readdirSync, readFileSync } from 'node:fs';

/** A tick of /proc in ms, the same on every current Linux. */
const TICK_MS = 10;

/** CPU times in ms: of all threads of a process, and of its main thread. */
/** @typedef {{ all: number, main: number, isDatabase?: boolean }} Cpu */
/** @typedef {Map<number, Cpu>} TreeCpu by process */

/**
 * Memory of a process and its children, including the database, as the proportional set size: memory shared by several
 * processes counts once.
 *
 * @param {number} pid
 * @returns {{ memoryMb: number, processes: number } | null} null without /proc
 */
export function usageOf(pid) {
  const tree = processTree(pid);
  if (tree.length === 0) return null;
  const kb = tree.map(({ pid: member }) => /^Pss:\s+(\d+)/m.exec(read(`/proc/${member}/smaps_rollup`))?.[1]);
  return { memoryMb: kb.reduce((sum, one) => sum + Number(one ?? 0), 0) / 1024, processes: tree.length };
}

/**
 * CPU time of a process and of each of its children.
 *
 * @param {number} pid
 * @returns {TreeCpu} empty without /proc
 */
export function cpuOfTree(pid) {
  return new Map(
    processTree(pid).map(({ pid: member, name, cpuMs }) => [
      member,
      { all: cpuMs, main: statOf(`/proc/${member}/task/${member}`)?.cpuMs ?? 0, isDatabase: name === 'postgres' },
    ]),
  );
}

/**
 * CPU time used between two samples: by all processes, by PostgreSQL's, and by the busiest main thread.
 *
 * @param {TreeCpu} before @param {TreeCpu} after
 */
export function cpuBetween(before, after) {
  let [cpuMs, databaseMs, busiestMs] = [0, 0, 0];
  for (const [pid, { all, main, isDatabase }] of after) {
    const known = before.get(pid) ?? { all: 0, main: 0 };
    cpuMs += all - known.all;
    if (isDatabase) databaseMs += all - known.all;
    busiestMs = Math.max(busiestMs, main - known.main);
  }
  return { cpuMs, databaseMs, busiestMs };
}

/** @param {number} root */
function processTree(root) {
  const all = processes().flatMap((pid) => statOf(`/proc/${pid}`) ?? []);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

function processes() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** The name may contain spaces and parentheses. @param {string} folder */
function statOf(folder) {
  const [, pid, name, rest] = /^(\d+) \((.*)\) (.*)/s.exec(read(`${folder}/stat`)) ?? [];
  if (rest === undefined) return null;
  const fields = rest.split(' ');
  return {
    pid: Number(pid),
    name,
    parent: Number(fields[1]),
    cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
  };
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended meanwhile, or we may not read it.
    return '';
  }
}
