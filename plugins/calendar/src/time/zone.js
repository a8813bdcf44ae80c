/**
 * The clock on the wall in a time zone, both ways. Texts of it are such as 2026-11-22T09:30:00.
 *
 * @typedef {ReturnType<typeof createZone>} Zone
 * @param {string} timeZone an IANA name
 */
export function createZone(timeZone) {
  // The Swedish form is ISO's, but for the T. Making a format is slow, so each zone has one.
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  const wallAt = (/** @type {number} */ time) => format.format(time).replace(' ', 'T').padStart(19, '0');
  const offsetAt = (/** @type {number} */ time) => Date.parse(`${wallAt(time)}Z`) - Math.floor(time / 1000) * 1000;

  return {
    name: timeZone,
    /** @param {string} instant in ISO 8601 @returns {string} */
    wall: (instant) => wallAt(Date.parse(instant)),
    /**
     * A time that is skipped in spring is taken an hour later, and of one that is repeated in autumn the first is taken, as
     * in fields of date and time.
     *
     * @param {string} wall @returns {number} ms since 1970
     */
    instant(wall) {
      const time = Date.parse(`${wall}Z`);
      const [before, after] = [offsetAt(time - 86_400_000), offsetAt(time + 86_400_000)];
      const exact = [time - before, time - after].filter((one) => one + offsetAt(one) === time);
      return exact.length > 0 ? Math.min(...exact) : time - before;
    },
  };
}
