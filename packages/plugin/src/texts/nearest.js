/**
 * The known word that a misspelled one most likely means.
 *
 * @param {string} word
 * @param {readonly string[]} known
 * @returns {string | undefined} undefined if none is similar
 */
export function nearest(word, known) {
  const ranked = known.map((name) => ({ name, steps: distance(word, name) })).sort((a, b) => a.steps - b.steps);
  const best = ranked[0];
  return best && best.steps <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined;
}

/**
 * How many letters to insert, delete, change or swap with their neighbour (restricted Damerau-Levenshtein distance).
 *
 * @param {string} a @param {string} b
 */
function distance(a, b) {
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      const exchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (exchanged) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    before = row;
    row = next;
  }
  return row[b.length];
}
