/**
 * How well a label fits the words that were looked for, 0..100: the whole label, its beginning, the beginning of its
 * words, anywhere in it; 0 for a row that was found by another of its texts.
 *
 * @param {string} label @param {string} text
 */
export function rank(label, text) {
  const [at, wanted] = [plain(label), plain(text).trim()];
  if (at === wanted) return 100;
  if (at.startsWith(wanted)) return 80;
  const words = wanted.split(/\s+/);
  const starts = at.split(/[^\p{L}\p{N}]+/u);
  if (words.every((word) => starts.some((start) => start.startsWith(word)))) return 60;
  return words.every((word) => at.includes(word)) ? 40 : 0;
}

/** Without case and accents. @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
