/** @import { Person } from '../../../postgres/fairness/person.js' */
import { createCache } from '@plinth/plugin';
import { APART_FOR } from '../../../postgres/fairness/figures.js';

const MOST_KNOWN = 10_000;

/** People of whom a call has brought down its process not long ago. @param {() => number} [now] in ms */
export function createSuspects(now = () => performance.now()) {
  /** Until when, by key. @type {import('@plinth/plugin').Cache<string, number>} */
  const until = createCache({ max: MOST_KNOWN });
  return {
    /** @param {Person} person */
    add: ({ key }) => void until.set(key, now() + APART_FOR),
    /** @param {Person} person */
    has: ({ key }) => (until.get(key) ?? 0) > now(),
  };
}
