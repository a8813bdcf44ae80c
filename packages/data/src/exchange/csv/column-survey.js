/** @import { FieldType } from '@plinth/plugin' */
/** @import { Candidate, Read } from './candidates.js' */
import { noteCell, readCell } from './candidates.js';
import { isNoValue } from '../../catalog/field-types/base/spelling/no-value.js';
import { createCurrencyCounts } from './guess-currency.js';
import { saysNothing } from './says-nothing.js';
import { createToldTexts, likeness } from './told-texts.js';
import { createValueCounts } from './value-counts.js';

/** Fewer different texts tell little about what may follow. */
const FEW = 50;
const MOST_SAMPLES = 5;
/** After so many texts most types are out of the question. */
const GLANCE = 200;
const MOST_KNOWN = 500;

/**
 * The ways in which a type reads a column. `differ`: texts that two of them read as different values, by their indexes; `known`:
 * what they made of texts, as most columns repeat theirs
 *
 * @typedef {{ type: FieldType, candidates: Candidate[], differ: Map<string, string>, known: Map<string, Read[]> }} Ways
 * @typedef {{ filled: number, nothing: number, samples: string[], told: string[], ways: Ways[], unlike: Set<Candidate>,
 *   values: Map<string, number> | null, currencies: import('./guess-currency.js').CurrencyCount[] }} Surveyed
 *   `nothing`: cells that say that there is no value; `told`: texts by which a type is guessed; `unlike`: candidates that a part of
 *   the file does not look like, though they could read it
 */

/**
 * Watches all cells of a column. The first ones tell which types are possible, all others are tried as those.
 *
 * @param {(currency: string) => Candidate[][]} candidatesFor by type; `currency`: of most amounts
 * @param {{ texts: number, letters: number, keepsAll?: boolean }} room how many texts are kept to begin with; `keepsAll`: a candidate
 *   stays whatever does not fit
 */
export function createColumnSurvey(candidatesFor, room) {
  /** @type {{ text: string, line: number }[]} */
  let first = [];
  let letters = 0;
  /** @type {Ways[] | null} */
  let ways = null;
  /** @type {Set<string>} */
  const samples = new Set();
  const values = createValueCounts();
  const currencies = createCurrencyCounts();
  const texts = createToldTexts(() => (ways ?? []).flatMap((one) => one.candidates));
  let [filled, nothing, hasAmounts] = [0, 0, true];

  return {
    /** @param {string} text @param {number} line */
    add(text, line) {
      const trimmed = text.trim();
      // What programs write for no value says nothing about the others.
      if (trimmed === '' || isNoValue(trimmed)) return;
      filled++;
      if (saysNothing(trimmed)) nothing++;
      values.add(trimmed);
      if (samples.size < MOST_SAMPLES) samples.add(text);
      if (hasAmounts) currencies.add(text);
      if (ways) {
        tryAll(ways, { text, line }, filled);
        return texts.add(text);
      }
      first.push({ text, line });
      letters += text.length;
      if (first.length >= room.texts || letters >= room.letters) begin();
    },
    /** @returns {Surveyed} */
    end() {
      if (!ways) begin();
      texts.end();
      const { told, unlike } = texts;
      const counts = { values: values.counts(), currencies: currencies.counts() };
      return { filled, nothing, told, unlike, ways: ways ?? [], samples: [...samples], ...counts };
    },
  };

  function begin() {
    const amounts = currencies.counts();
    hasAmounts = amounts.length > 0 || filled < room.texts;
    texts.begin(first.map(({ text }) => text));
    ways = candidatesFor(amounts[0]?.code ?? '').map(untried);
    for (const [at, cell] of first.entries()) {
      tryAll(ways, cell, at + 1);
      if (at === GLANCE) close(texts.told.slice(0, at + 1));
    }
    first = [];
    close(texts.told);
  }

  /** Types that the texts do not look like are not tried with all that follows. @param {string[]} seen */
  function close(seen) {
    if (!room.keepsAll) ways = (ways ?? []).filter((one) => isOpen(one, seen));
  }

  /** @param {Ways[]} all @param {{ text: string, line: number }} cell @param {number} cells */
  function tryAll(all, cell, cells) {
    for (const one of all) tryWays(one, cell, room.keepsAll ? null : cells);
  }
}

/** @param {Candidate[]} candidates of one type @returns {Ways} */
const untried = (candidates) => ({ type: candidates[0].type, candidates, differ: new Map(), known: new Map() });

/** @param {Ways} ways @param {{ text: string, line: number }} cell @param {number | null} cells */
function tryWays({ candidates, differ, known }, cell, cells) {
  const { text } = cell;
  let all = known.get(text);
  if (!all) {
    /** @type {Map<string, string | null>} */
    const values = new Map();
    all = candidates.map((candidate) => (candidate.isDropped ? null : readCell(candidate, text, values)));
    if (known.size < MOST_KNOWN) known.set(text, all);
    compare(differ, all, text);
  }
  for (const [at, candidate] of candidates.entries())
    if (!candidate.isDropped) noteCell(candidate, all[at], cell, cells);
}

/** @param {Map<string, string>} differ @param {Read[]} all @param {string} text */
function compare(differ, all, text) {
  for (let one = 0; one < all.length; one++)
    for (let other = one + 1; other < all.length; other++) {
      const [a, b] = [all[one], all[other]];
      if (a === null || b === null || a.value === b.value) continue;
      const key = `${one},${other}`;
      if (!differ.has(key)) differ.set(key, text);
    }
}

/**
 * Whether a type may still be the one of a column. One that the first texts do not look like can only become it if there are few
 * different ones: a yes may be waiting for its no.
 *
 * @param {Ways} ways @param {readonly string[]} told
 */
function isOpen({ candidates, known }, told) {
  if (known.size < FEW) return candidates.some(({ isDropped }) => !isDropped);
  return candidates.some((candidate) => {
    if (candidate.isDropped) return false;
    const odd = new Set(candidate.exceptions.list.map(({ text }) => text));
    return likeness(candidate, odd.size === 0 ? told : told.filter((text) => !odd.has(text))) > 0;
  });
}
