/**
 * One render for all that ask for the same at the same time.
 *
 * @template T what is rendered
 * @typedef {{ hasPassengers: boolean, land(result: T | null): void }} Flight hasPassengers: others wait for it already;
 *   `land` is called once or more, the first counts: with the result, or with null where it is for nobody else
 */
/**
 * @template T
 * @typedef {{ result: T | null, flight: Flight<T> | null }} Landed result: to answer with; flight: the caller is to render,
 *   for others too; neither: the caller renders for itself alone
 */
/**
 * @template T
 * @typedef {{ takes(result: T): boolean, isFor(result: T): boolean, go(landed: Landed<T>): void }} Waiting
 *   takes: whether a render that began before the caller asked will do; isFor: whether one that began later will
 */

/**
 * A request that comes while something is being rendered waits. It takes that render if it can tell that nothing has
 * changed since the render began; else the next one, which is made for all that wait by then.
 *
 * @template T
 */
export function createSingleFlight() {
  /** Who asked since the render of a key began. @type {Map<string, Waiting<T>[]>} */
  const underWay = new Map();
  let shared = 0;

  /** @param {string} key @param {readonly Waiting<T>[]} passengers @returns {Flight<T>} */
  function depart(key, passengers) {
    let landed = false;
    /** @type {Waiting<T>[]} */
    const later = [];
    underWay.set(key, later);
    return {
      hasPassengers: passengers.length > 0,
      land(result) {
        if (landed) return;
        landed = true;
        underWay.delete(key);
        for (const one of passengers) {
          const fits = result !== null && one.isFor(result);
          if (fits) shared++;
          one.go({ result: fits ? result : null, flight: null });
        }
        const left = later.filter((one) => !(result !== null && one.takes(result) && give(one, result)));
        if (left.length > 0) left[0].go({ result: null, flight: depart(key, left.slice(1)) });
      },
    };
  }

  return {
    /** The flight, where nobody else renders this. @param {string} key @returns {Flight<T> | null} */
    lead: (key) => (underWay.has(key) ? null : depart(key, [])),
    /**
     * @param {string} key @param {Omit<Waiting<T>, 'go'>} choice
     * @returns {Landed<T> | Promise<Landed<T>>}
     */
    join(key, { takes, isFor }) {
      const later = underWay.get(key);
      if (!later) return { result: null, flight: depart(key, []) };
      return new Promise((go) => later.push({ takes, isFor, go }));
    },
    /** How many were answered with a render that was begun for them by another. */
    shared: () => shared,
    /** How many wait for others. */
    waiting: () => [...underWay.values()].reduce((sum, later) => sum + later.length, 0),
  };
}

/** @template T @param {Waiting<T>} waiting @param {T} result */
function give(waiting, result) {
  waiting.go({ result, flight: null });
  return true;
}
