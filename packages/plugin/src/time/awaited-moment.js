const LOCAL = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?$/;

/**
 * The moment to wait for. A day, or a time without a zone, is by the site's clock.
 *
 * @param {string} source an expression @param {(sources: readonly string[]) => Promise<unknown[]>} evaluate
 * @returns {Promise<Date | null>} null: its value is none
 */
export async function awaitedMoment(source, evaluate) {
  const [value] = await evaluate([source]);
  if (typeof value !== 'string') return null;
  const [at] = LOCAL.test(value) ? await evaluate([`timestamp("${value}")`]) : [value];
  const moment = new Date(/** @type {string} */ (at));
  return Number.isNaN(moment.getTime()) ? null : moment;
}
