/** @import { Traits, TypeMatch } from '../index.d.ts' */
import { readFileSync } from 'node:fs';
import { NO_TRAITS, isOfType } from '../field-types/traits.js';

/**
 * The traits of core's types, for tests that run without them: in a plugin's own repository, and of the views. Made from the
 * types by the test that compares both (PLINTH_WRITE_DOCS=1).
 *
 * @type {Readonly<Record<string, Readonly<Traits>>>}
 */
const TYPES = JSON.parse(readFileSync(new URL('./sample-traits.json', import.meta.url), 'utf8'));

/** Names of core's types. */
export const SAMPLE_TYPES = Object.freeze(Object.keys(TYPES));

/** The traits of one of core's types; of any other, none. @param {string} type @returns {Readonly<Traits>} */
export function sampleTraits(type) {
  return Object.hasOwn(TYPES, type) ? TYPES[type] : NO_TRAITS;
}

/** The first of core's types that is one of these. @param {readonly TypeMatch[]} wanted */
export const typeAmong = (wanted) =>
  SAMPLE_TYPES.find((type) => isOfType({ type, traits: sampleTraits(type) }, wanted)) ?? String(wanted[0]);
