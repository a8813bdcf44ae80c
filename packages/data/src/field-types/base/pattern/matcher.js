/** @import { CharacterSet, PatternNode } from './parse-pattern.js' */
import { PatternError } from './pattern-error.js';

/** Steps of the machine: each character of a value costs at most one visit of each. */
const MOST_STEPS = 1000;

/**
 * @typedef {{ set: CharacterSet, next: number } | { split: [number, number] } | { accept: true }} Step
 */

/**
 * A matcher that follows all ways through the pattern at once (Thompson's construction, "Regular Expression Search
 * Algorithm", 1968), so that its time is bounded by steps x characters whatever the pattern and the value.
 *
 * @param {PatternNode} pattern
 * @returns {(text: string) => boolean} whether the whole text matches
 */
export function createMatcher(pattern) {
  /** @type {Step[]} */
  const steps = [{ accept: true }];
  const start = build(pattern, 0, steps);
  const marks = new Uint32Array(steps.length);
  let generation = 0;

  /** Adds a step and all that it leads to without reading. @param {number} first @param {number[]} list */
  const add = (first, list) => {
    const waiting = [first];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (marks[at] === generation) continue;
      marks[at] = generation;
      const step = steps[at];
      if ('split' in step) waiting.push(step.split[1], step.split[0]);
      else list.push(at);
    }
  };

  return (text) => {
    /** @type {number[]} */
    let current = [];
    generation++;
    add(start, current);
    for (const character of text) {
      const code = /** @type {number} */ (character.codePointAt(0));
      /** @type {number[]} */
      const following = [];
      generation++;
      for (const at of current) {
        const step = steps[at];
        if ('set' in step && holds(step.set, code)) add(step.next, following);
      }
      if (!following.length) return false;
      current = following;
    }
    return current.includes(0);
  };
}

/** @param {CharacterSet} set @param {number} code */
function holds(set, code) {
  for (const [from, to] of set.ranges) if (code >= from && code <= to) return !set.negated;
  return set.negated;
}

/** Appends the steps of a node that go on to `next`; returns its first. @param {PatternNode} node @param {number} next @param {Step[]} steps @returns {number} */
function build(node, next, steps) {
  if (node.kind === 'set') return push({ set: node.set, next }, steps);
  if (node.kind === 'sequence') return node.items.reduceRight((after, item) => build(item, after, steps), next);
  if (node.kind === 'choice') {
    return node.options
      .map((option) => build(option, next, steps))
      .reduceRight((second, first) => push({ split: [first, second] }, steps));
  }
  return buildRepeat(node, next, steps);
}

/** @param {Extract<PatternNode, { kind: 'repeat' }>} node @param {number} next @param {Step[]} steps */
function buildRepeat({ item, min, max }, next, steps) {
  let first = next;
  if (max === Infinity) {
    const loop = push({ split: [0, next] }, steps);
    /** @type {{ split: [number, number] }} */ (steps[loop]).split[0] = build(item, loop, steps);
    first = loop;
  } else {
    for (let i = min; i < max; i++) first = push({ split: [build(item, first, steps), next] }, steps);
  }
  for (let i = 0; i < min; i++) first = build(item, first, steps);
  return first;
}

/** @param {Step} step @param {Step[]} steps */
function push(step, steps) {
  if (steps.length >= MOST_STEPS) throw new PatternError('is too complex: its counts multiply to too many steps');
  return steps.push(step) - 1;
}
