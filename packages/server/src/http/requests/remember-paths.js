/** Invented paths push others out, which costs making each anew. */
const MOST_PATHS = 2000;
/** Letters of all of them: 2,000 of the longest that a request may have would be 32 MB. */
const MOST_LETTERS = 500_000;

/**
 * Remembers what was made of the paths that are asked for again and again. Nothing is remembered of a path of which nothing was
 * made.
 *
 * @template {{}} T
 * @param {(path: string) => T | null} make
 */
export function rememberPaths(make) {
  /** @type {Map<string, T>} */
  const known = new Map();
  let letters = 0;

  /** @param {string} path */
  return (path) => {
    const last = known.get(path);
    if (last !== undefined) return last;
    // A path that was cut from an address, and what is cut from the path, would keep the whole address in memory.
    const own = Buffer.from(path).toString();
    const made = make(own);
    if (made === null) return null;
    letters += own.length;
    if (known.size >= MOST_PATHS || letters > MOST_LETTERS) {
      known.clear();
      letters = own.length;
    }
    known.set(own, made);
    return made;
  };
}
