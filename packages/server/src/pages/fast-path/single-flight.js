/** @import { Person } from '@plinth/data' */
/**
 * Single-flight: one render for all requests of the same page at the same time.
 *
 * @template T what is rendered
 * @typedef {{ hasWaiting: boolean, finish(result: T | null): void }} SharedRender
 *   hasWaiting: others wait for it already; finish: called once or more, the first call counts: with the result, or with
 *   null if nobody else may have it
 */
/**
 * @template T
 * @typedef {{ result: T | null, render: SharedRender<T> | null }} Outcome
 *   result: to respond with; render: the caller renders, for others too; neither: the caller renders for itself alone
 */
/**
 * @template T
 * @typedef {{ takes(result: T): boolean, isFor(result: T): boolean, person?: Person, go(outcome: Outcome<T>): void }} Waiting
 *   takes: whether a render that began before this request is usable; isFor: whether one that began later is
 */

/**
 * A request that arrives during a render waits. It uses that render if nothing has changed since it began; otherwise
 * the next one, which is shared by all requests waiting by then.
 *
 * @template T
 */
export function createSingleFlight() {
  /** Requests that arrived since the render of a key began. @type {Map<string, { later: Waiting<T>[], person?: Person }>} */
  const underWay = new Map();
  let shared = 0;

  /** @param {string} key @param {readonly Waiting<T>[]} waiters @param {Person} [person] who renders @returns {SharedRender<T>} */
  function begin(key, waiters, person) {
    let isOver = false;
    /** @type {Waiting<T>[]} */
    const later = [];
    underWay.set(key, { later, person });
    return {
      hasWaiting: waiters.length > 0,
      finish(result) {
        if (isOver) return;
        isOver = true;
        underWay.delete(key);
        for (const one of waiters) {
          const fits = result !== null && one.isFor(result);
          if (fits) shared++;
          one.go({ result: fits ? result : null, render: null });
        }
        const left = later.filter((one) => !(result !== null && one.takes(result) && give(one, result)));
        if (left.length > 0) left[0].go({ result: null, render: begin(key, left.slice(1), left[0].person) });
      },
    };
  }

  return {
    /** Starts a render, if nobody else renders this. @param {string} key @param {Person} [person] @returns {SharedRender<T> | null} */
    lead: (key, person) => (underWay.has(key) ? null : begin(key, [], person)),
    /**
     * @param {string} key @param {Omit<Waiting<T>, 'go'>} choice
     * @returns {Outcome<T> | Promise<Outcome<T>>}
     */
    join(key, { takes, isFor, person }) {
      const first = underWay.get(key);
      if (!first) return { result: null, render: begin(key, [], person) };
      // Nobody waits for the share of somebody else.
      const { person: other } = first;
      if (other && other.waits > 0 && other.key !== person?.key) return { result: null, render: null };
      return new Promise((go) => first.later.push({ takes, isFor, person, go }));
    },
    /** How many requests used a render of another request. */
    shared: () => shared,
    /** How many requests are waiting. */
    waiting: () => [...underWay.values()].reduce((sum, { later }) => sum + later.length, 0),
  };
}

/** @template T @param {Waiting<T>} waiting @param {T} result */
function give(waiting, result) {
  waiting.go({ result, render: null });
  return true;
}
