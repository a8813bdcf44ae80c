const LOCAL = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?$/;
/** Anything else would be read in the zone of the machine. */
const WITH_OFFSET = /^\d{4}-\d\d-\d\d[T ][\d:.]+\s?(?:Z|[+-]\d\d(?::?\d\d)?)$/i;

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
  if (typeof at !== 'string' || !WITH_OFFSET.test(at)) return null;
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
