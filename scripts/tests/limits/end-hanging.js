import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, kill, startedBy } from './processes.js';

/** How often it looks within its patience. */
const LOOKS = 20;

/**
 * Ends what hangs beside the tests, for as long as they run, and says in which file: a process that no longer does
 * anything (it waits for a program, or goes round in circles), with all that it started; and what a process that has ended
 * left behind, which node:test would wait for if it holds the output.
 *
 * @param {{ folder: string, patience: number, say?: (message: string) => void }} options folder: of the notes of
 *   `tell-life.js`; patience: in ms
 * @returns {() => void} stops it, and ends what is left of processes that have ended
 */
export function endHanging({ folder, patience, say = console.error }) {
  /** Looks since it last changed: nobody hangs while the whole machine sleeps. @type {Map<string, { at: number, looks: number }>} */
  const notes = new Map();
  const look = () => {
    for (const name of readdirSync(folder)) {
      const [pid, note] = [Number(name), join(folder, name)];
      const at = statSync(note).mtimeMs;
      const known = notes.get(name);
      const looks = known?.at === at ? known.looks + 1 : 0;
      notes.set(name, { at, looks });
      if (isAlive(pid)) {
        if (looks >= LOOKS) endAll(pid, `${readFileSync(note, 'utf8')}: no sign of life for ${patience / 1000} s`);
      } else if (looks >= LOOKS / 10) {
        endLeft(name);
      }
    }
  };
  /** @param {string} name of a note */
  const endLeft = (name) => {
    const file = readFileSync(join(folder, name), 'utf8');
    endAll(Number(name), `${file}, or a file before it in the same process, left something running`);
    rmSync(join(folder, name));
  };
  /** @param {number} pid @param {string} why */
  const endAll = (pid, why) => {
    const ended = [...startedBy(pid), pid].filter(kill);
    if (ended.length > 0) say(`${why}. Ended: ${ended.length === 1 ? 'one process' : `${ended.length} processes`}`);
  };
  const timer = setInterval(look, patience / LOOKS);
  return () => {
    clearInterval(timer);
    readdirSync(folder).forEach(endLeft);
    // A process that was just stopped may have written its note once more.
    rmSync(folder, { recursive: true, force: true });
  };
}
