import { readdirSync, readFileSync } from 'node:fs';

/** A tick of /proc in ms, the same on every Linux of today. */
const TICK_MS = 10;

/**
 * CPU time and memory of a process and all it started, the database included. Memory is the proportional set size:
 * what several processes share counts once.
 *
 * @param {number} pid
 * @returns {{ cpuMs: number, memoryMb: number, processes: number } | null} null where there is no /proc
 */
export function usageOf(pid) {
  const tree = processTree(pid);
  if (tree.length === 0) return null;
  let cpuMs = 0;
  let kb = 0;
  for (const member of tree) {
    cpuMs += cpuOf(member);
    kb += Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${member}/smaps_rollup`))?.[1] ?? 0);
  }
  return { cpuMs, memoryMb: kb / 1024, processes: tree.length };
}

/** CPU times in ms by process: of all its threads, and of its main thread alone. @typedef {Map<number, { all: number, main: number }>} TreeCpu */

/** CPU time of a process and of each that it started. @param {number} pid @returns {TreeCpu} empty where there is no /proc */
export function cpuOfTree(pid) {
  return new Map(processTree(pid).map((member) => [member, { all: cpuOf(member), main: cpuOf(member, 'main') }]));
}

/**
 * What was used between two looks: of all processes together, and of the main thread that used most.
 *
 * @param {TreeCpu} before @param {TreeCpu} after
 */
export function cpuBetween(before, after) {
  let [cpuMs, busiestMs] = [0, 0];
  for (const [pid, { all, main }] of after) {
    const known = before.get(pid) ?? { all: 0, main: 0 };
    cpuMs += all - known.all;
    busiestMs = Math.max(busiestMs, main - known.main);
  }
  return { cpuMs, busiestMs };
}

/** @param {number} pid @returns {number[]} */
function processTree(pid) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  let alive = false;
  for (const entry of processes()) {
    const fields = statOf(entry);
    if (!fields) continue;
    if (entry === pid) alive = true;
    const parent = Number(fields[1]);
    children.set(parent, [...(children.get(parent) ?? []), entry]);
  }
  if (!alive) return [];
  const tree = [pid];
  for (const member of tree) tree.push(...(children.get(member) ?? []));
  return tree;
}

function processes() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** State, parent and so on. The name before them may hold spaces and brackets. @param {number} pid @param {'all' | 'main'} [threads] */
function statOf(pid, threads = 'all') {
  const text = read(threads === 'all' ? `/proc/${pid}/stat` : `/proc/${pid}/task/${pid}/stat`);
  return text ? text.slice(text.lastIndexOf(')') + 2).split(' ') : null;
}

/** @param {number} pid @param {'all' | 'main'} [threads] */
function cpuOf(pid, threads) {
  const fields = statOf(pid, threads);
  return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : 0;
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It ended meanwhile, or is not ours to look at.
    return '';
  }
}
