import { LIMITS } from '../../catalog/limits/limits.js';

/** Their length together; what is longer is no list of choices either. */
const MOST_LETTERS = 20_000;

/**
 * Counts the different values of a column, as long as they are few.
 *
 * @returns {{ add(value: string): void, counts(): Map<string, number> | null }} null: there are too many
 */
export function createValueCounts() {
  /** @type {Map<string, number> | null} */
  let counts = new Map();
  let letters = 0;
  return {
    add(value) {
      if (!counts) return;
      const known = counts.get(value);
      counts.set(value, (known ?? 0) + 1);
      if (known !== undefined) return;
      letters += value.length;
      if (counts.size > LIMITS.choices || letters > MOST_LETTERS) counts = null;
    },
    counts: () => counts,
  };
}
