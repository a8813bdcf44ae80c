/** Days count from 1970-01-01; outside of the years 1 to 9999 there are no dates here. */
export const FIRST_DAY = -719162;
export const LAST_DAY = 2932896;
export const SECOND = 1_000_000n;
export const DAY = 86_400n * SECOND;
/** 0001-01-01T00:00:00Z and the last microsecond of the year 9999. */
export const FIRST_MOMENT = BigInt(FIRST_DAY) * DAY;
export const LAST_MOMENT = (BigInt(LAST_DAY) + 1n) * DAY - 1n;

const MILLISECONDS = 86_400_000;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6})\d*)?)?(Z|[+-]\d{2}(?::?\d{2})?)$/i;
const TIME = /^(\d{2}):(\d{2})(?::(\d{2}))?$/;

/** @param {number} day @returns {number | null} */
export const dayInRange = (day) => (day >= FIRST_DAY && day <= LAST_DAY ? day : null);

/** @param {bigint} moment @returns {bigint | null} */
export const momentInRange = (moment) => (moment >= FIRST_MOMENT && moment <= LAST_MOMENT ? moment : null);

/** @param {string} text @returns {number | null} */
export function dayOf(text) {
  const match = DATE.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const days = dayOfParts(year, month, day);
  const back = partsOf(days);
  return back.month === month && back.day === day && back.year === year ? dayInRange(days) : null;
}

/** @param {number} year @param {number} month 1 to 12 @param {number} day */
export function dayOfParts(year, month, day) {
  return Math.round(new Date(0).setUTCFullYear(year, month - 1, day) / MILLISECONDS);
}

/** @param {number} day @returns {{ year: number, month: number, day: number, weekday: number }} weekday 1 is Monday */
export function partsOf(day) {
  const date = new Date(day * MILLISECONDS);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay() || 7,
  };
}

/** @param {number} day */
export const dayText = (day) => new Date(day * MILLISECONDS).toISOString().slice(0, 10);

/** The same day of another month, or its last day. @param {number} day @param {number} months */
export function addMonths(day, months) {
  const { year, month, day: ofMonth } = partsOf(day);
  const count = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(count / 12), count - Math.floor(count / 12) * 12 + 1];
  if (toYear < 1 || toYear > 9999) return null;
  const last = partsOf(dayOfParts(toYear, toMonth + 1, 0)).day;
  return dayOfParts(toYear, toMonth, Math.min(ofMonth, last));
}

/** @param {string} text with its offset @returns {bigint | null} microseconds */
export function momentOf(text) {
  const match = MOMENT.exec(text);
  if (!match) return null;
  const day = dayOf(match[1]);
  const time = timeOf(`${match[2]}:${match[3]}:${match[4] ?? '00'}`);
  if (day === null || time === null) return null;
  return momentInRange(BigInt(day) * DAY + time + BigInt((match[5] ?? '').padEnd(6, '0')) - offsetOf(match[6]));
}

/** @param {string} zone Z, +02:00, +02 @returns {bigint} */
function offsetOf(zone) {
  if (zone.toUpperCase() === 'Z') return 0n;
  const minutes = BigInt(zone.slice(1, 3)) * 60n + BigInt(zone.slice(3).replace(':', '') || '0');
  return (zone.startsWith('-') ? -minutes : minutes) * 60n * SECOND;
}

/** @param {bigint} moment */
export function momentText(moment) {
  const day = floorDivide(moment, DAY);
  const rest = moment - day * DAY;
  return `${dayText(Number(day))}T${clockText(rest / SECOND)}.${(rest % SECOND).toString().padStart(6, '0')}Z`;
}

/** @param {string} text @returns {bigint | null} microseconds since midnight */
export function timeOf(text) {
  const match = TIME.exec(text);
  if (!match || Number(match[1]) > 23 || Number(match[2]) > 59 || Number(match[3] ?? 0) > 59) return null;
  return BigInt(Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0)) * SECOND;
}

/** @param {bigint} seconds since midnight */
export function clockText(seconds) {
  const two = (/** @type {bigint} */ number) => number.toString().padStart(2, '0');
  return `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`;
}

/** @type {Map<string, Intl.DateTimeFormat>} Creating one takes longer than using it a thousand times. */
const formats = new Map();

/** Day and time of day of a moment in the site's time zone. @param {bigint} moment @param {string} timeZone */
export function localOf(moment, timeZone) {
  const seconds = floorDivide(moment, SECOND);
  let format = formats.get(timeZone);
  if (!format) formats.set(timeZone, (format = localFormat(timeZone)));
  /** @type {Record<string, string>} */
  const parts = {};
  for (const { type, value } of format.formatToParts(new Date(Number(seconds) * 1000))) parts[type] = value;
  const year = parts.era.startsWith('B') ? 1 - Number(parts.year) : Number(parts.year);
  return {
    day: dayOfParts(year, Number(parts.month), Number(parts.day)),
    hour: Number(parts.hour),
    minute: Number(parts.minute),
    second: Number(parts.second),
  };
}

/**
 * The moment at which the site's clock shows a day and a time: the first of two, and of a time that is skipped the one as
 * much later as the clock is put forward. The same as `plinth.moment_of` and `instantOfLocal`.
 *
 * @param {number} day @param {bigint} time since midnight @param {string} timeZone
 */
export function momentOfLocal(day, time, timeZone) {
  const wall = BigInt(day) * DAY + time;
  const ahead = (/** @type {bigint} */ moment) => {
    const local = localOf(moment, timeZone);
    const clock = BigInt(local.hour * 3600 + local.minute * 60 + local.second) * SECOND;
    return BigInt(local.day) * DAY + clock - floorDivide(moment, SECOND) * SECOND;
  };
  const before = wall - ahead(wall - DAY);
  const after = wall - ahead(wall + DAY);
  const isSkipped = before + ahead(before) !== wall && after + ahead(after) !== wall;
  return momentInRange(isSkipped || before + ahead(before) === wall ? before : after);
}

/** Microseconds since midnight in the site's time zone. @param {bigint} moment @param {string} timeZone */
export function clockOf(moment, timeZone) {
  const { hour, minute, second } = localOf(moment, timeZone);
  return BigInt(hour * 3600 + minute * 60 + second) * SECOND;
}

/** @param {string} timeZone */
function localFormat(timeZone) {
  return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

/** @param {bigint} a @param {bigint} b */
function floorDivide(a, b) {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

/** The day of a moment in the site's time zone. @param {bigint} moment @param {string} timeZone */
export const dayAt = (moment, timeZone) => localOf(moment, timeZone).day ?? 0;
