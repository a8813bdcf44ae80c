/**
 * The instant of a local time in a zone. A time skipped in spring is taken an hour later, and of a time repeated in
 * autumn the first is taken, like Temporal's "compatible".
 *
 * @param {string} local YYYY-MM-DDTHH:MM:SS.mmm @param {string} timeZone an IANA name
 * @returns {number | null} milliseconds since 1970, null if there is no such zone
 */
export function instantOfLocal(local, timeZone) {
  const wall = Date.parse(`${local}Z`);
  const offset = offsets(timeZone);
  if (!offset) return null;
  const before = offset(wall - 86_400_000);
  const after = offset(wall + 86_400_000);
  const candidates = [wall - before, wall - after];
  const exact = candidates.filter((instant) => instant + offset(instant) === wall);
  return exact.length ? Math.min(...exact) : wall - before;
}

/**
 * The local time of an instant in a zone: YYYY-MM-DDTHH:MM:SS.
 *
 * @param {string} instant @param {string} timeZone
 */
export function localOfInstant(instant, timeZone) {
  const at = Date.parse(instant);
  const offset = offsets(timeZone);
  return new Date(at + (offset ? offset(at) : 0)).toISOString().slice(0, 19);
}

/** @param {string} timeZone @returns {((instant: number) => number) | null} offset from UTC in milliseconds */
function offsets(timeZone) {
  let format;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
  } catch {
    return null;
  }
  return (instant) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map((part) => [part.type, part.value]));
    const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
    const wall = new Date(0);
    wall.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
    wall.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
    return wall.getTime() - Math.floor(instant / 1000) * 1000;
  };
}
