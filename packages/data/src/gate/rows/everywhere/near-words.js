/** Shorter words are near to too many others. */
const SHORTEST = 5;
/** From this length on, two letters may be wrong. */
const LONG = 8;
const MOST_SUSPECTS = 2;
/** To compare words takes time with the square of their length, on the thread that answers everybody. */
const LONGEST = 30;
/** So many words of a label are compared. */
const MOST_WORDS = 50;

/**
 * Texts to search for where a word of `text` may be mistyped: one mistake leaves one of its halves as it should be. The other
 * words may be mistyped, too.
 *
 * @param {string} text @returns {string[]} none if all words are too short
 */
export function textsAround(text) {
  const words = plain(text).split(/\s+/u).filter(Boolean);
  const suspects = words.filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
  return suspects.slice(0, MOST_SUSPECTS).flatMap((suspect) => {
    const middle = Math.floor(suspect.length / 2);
    return [suspect.slice(0, middle), suspect.slice(middle)];
  });
}

/** Whether a label has all words of the text, or words that differ from them by a mistake or two. @param {string} label @param {string} text */
export function isNear(label, text) {
  const there = plain(label).split(/[^\p{L}\p{N}]+/u, MOST_WORDS);
  return plain(text)
    .split(/\s+/u)
    .filter(Boolean)
    .every((word) => there.some((one) => isNearWord(one, word)));
}

/** @param {string} there @param {string} typed perhaps only its beginning */
function isNearWord(there, typed) {
  if (there.includes(typed)) return true;
  if (typed.length < SHORTEST || typed.length > LONGEST) return false;
  const most = typed.length >= LONG ? 2 : 1;
  if (there.length < typed.length - most) return false;
  for (let length = typed.length - most; length <= typed.length + most; length++)
    if (mistakes(there.slice(0, length), typed) <= most) return true;
  return false;
}

/**
 * How many letters are wrong, missing, too many, or exchanged with their neighbour (optimal string alignment).
 *
 * @param {string} one @param {string} other
 */
export function mistakes(one, other) {
  let [before, last] = [/** @type {number[]} */ ([]), Array.from({ length: other.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const wrong = one[i - 1] === other[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + wrong);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return last[other.length];
}

/** Without case and accents. @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
