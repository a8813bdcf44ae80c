import assert from 'node:assert/strict';

const MOST_TRIES = 20;

/** A text of 1.8 MB. */
const JSON_TEXT = JSON.stringify(Array.from({ length: 130_000 }, (_, id) => ({ id })));
/** The reference work: some 10 ms on a current machine. */
const readJson = () => JSON.parse(JSON_TEXT);

/** CPU of this process, in ms. */
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Asserts that work costs no more than `times` as much as some harmless work. Both run side by side until one attempt
 * succeeds: other load only increases a cost, and a slow machine is slow for both. So the result depends on the work,
 * not on the machine.
 *
 * @param {string} name of the work @param {() => unknown} work
 * @param {{ times: number, than?: () => unknown, clock?: () => number }} most than: default: parsing 1.8 MB of JSON;
 *   clock: in ms, default: CPU time of this process
 */
export async function costsAtMost(name, work, { times, than = readJson, clock = cpu }) {
  /** @param {() => unknown} what */
  const costOf = async (what) => {
    const before = clock();
    await what();
    return clock() - before;
  };
  let [own, other] = [Infinity, Infinity];
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    own = Math.min(own, await costOf(work));
    other = Math.min(other, await costOf(than));
    if (own < times * other) return;
  }
  assert.fail(`${name} costs ${own.toFixed(1)} ms, more than ${times} times ${other.toFixed(1)} ms`);
}
