import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** It gives a server only a share of the memory, and asks whether that is enough with half of the machine. */
const RATIONS = /\bcanGroup\b/;

/**
 * What runs after one another, and how many files of it at a time. Most long tests wait half of the time: for a server that
 * starts or stops, for packages, for a process that was killed. So twice as many as elsewhere share the machine, but not
 * with those that ration it.
 *
 * @param {readonly string[]} files paths from the root
 * @param {{ root: string, processes: number }} options processes: how many of other tests run at a time
 * @returns {{ files: string[], atOnce: number }[]}
 */
export function inTurns(files, { root, processes }) {
  const waits = files.filter(
    (file) => file.endsWith('.long-test.js') && !RATIONS.test(readFileSync(join(root, file), 'utf8')),
  );
  const turns = [
    { files: waits, atOnce: 2 * processes },
    { files: files.filter((file) => !waits.includes(file)), atOnce: processes },
  ];
  return turns.filter((turn) => turn.files.length > 0);
}
