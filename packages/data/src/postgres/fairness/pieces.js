import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * Takes apart what keeps the process busy, such as printing pages: one page of a person in each turn of the event loop, so
 * that between two of them others get on with theirs.
 *
 * @returns {(key: string) => Promise<void> | undefined} to call before a piece of a person's work: what to wait for, if
 *   anything
 */
export function createPieces() {
  /** The end of the turn that each person has had a piece in. @type {Map<string, Promise<void>>} */
  const last = new Map();
  return (key) => {
    const before = last.get(key);
    const mine = (before ?? Promise.resolve()).then(() => endOfTurn());
    last.set(key, mine);
    void mine.then(() => last.get(key) === mine && last.delete(key));
    return before;
  };
}
