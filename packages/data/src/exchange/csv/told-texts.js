/** @import { Candidate } from './candidates.js' */
import { readCell } from './candidates.js';

/** Texts that candidates are asked about together. */
const CHUNK = 500;
/** Different texts that a chunk may add to those by which a type is guessed. */
const MOST_NEW = 50;
const MOST_TOLD = 5000;
const LONG = 200;

/**
 * The texts by which the type of a column is guessed. Types guess from many texts together, but not from a whole file at once.
 *
 * @param {() => Candidate[]} candidates that are still possible
 */
export function createToldTexts(candidates) {
  /** @type {string[]} */
  const told = [];
  /** @type {Set<string>} */
  const few = new Set();
  /** Candidates that a part of the file does not look like, though they could read it. @type {Set<Candidate>} */
  const unlike = new Set();
  /** @type {string[]} */
  let chunk = [];
  let isLong = false;

  return {
    told,
    unlike,
    /** @param {readonly string[]} texts the first of the column */
    begin(texts) {
      told.push(...texts);
      for (const text of texts) if (few.size < MOST_NEW) few.add(text);
    },
    /** @param {string} text */
    add(text) {
      if (!isLong && (text.length > LONG || text.includes('\n'))) {
        isLong = true;
        told.push(text);
      }
      if (chunk.push(text) >= CHUNK) endChunk();
    },
    end: endChunk,
  };

  function endChunk() {
    const added = [...new Set(chunk)].filter((text) => !few.has(text));
    if (added.length <= MOST_NEW && told.length < MOST_TOLD) {
      told.push(...added);
      for (const text of added) few.add(text);
    } else {
      for (const one of candidates().filter(({ exceptions }) => exceptions.count === 0))
        if (likeness(one, [...few, ...chunk]) === 0) unlike.add(one);
    }
    chunk = [];
  }
}

/** How much texts look like a candidate. @param {Candidate} candidate @param {readonly string[]} texts */
export function likeness(candidate, texts) {
  const read = candidate.format ? texts.flatMap((text) => readCell(candidate, text)?.text ?? []) : texts;
  return read.length < texts.length ? 0 : (candidate.type.guess?.(read) ?? 0);
}
