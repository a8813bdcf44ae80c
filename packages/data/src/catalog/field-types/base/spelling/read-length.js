import { latinDigits, readSureNumber } from '@plinth/plugin';

const LONGEST = 100;
const CLOCK = /^([+-]?)(\d{1,8}):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,6}))?)?$/;
/** 1 02:30:00 and 1 day 02:30:00, as PostgreSQL and Python write them. */
const DAYS_AND_CLOCK = /^([+-]?)(\d{1,7})\s*(?:d|days?,?)?\s+(\d{1,2}:[0-5]\d(?::[0-5]\d(?:[.,]\d{1,6})?)?)$/i;
const ISO =
  /^([+-]?)P(?=.)(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?(?:T(?=.)(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i;
const ISO_SECONDS = [604_800, 86_400, 3600, 60, 1];
const PARTS = /^([+-]?)((?:\s*\d[\d.,]*\s*\p{L}+\.?,?){1,6})(?:\s*(\d{1,2}))?$/u;
const PART = /(\d[\d.,]*)\s*(\p{L}+)/gu;

/** Seconds of each unit, by the words for it in the languages of the interface. */
const UNITS = new Map(
  Object.entries({
    1: 's sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos 秒 ثانية',
    60: 'm min mins minute minutes minuten minuto minutos 分 分钟 دقيقة',
    3600: 'h hr hrs hour hours std stunde stunden heure heures hora horas 小时 时 ساعة',
    86400: 'd day days tag tage tagen t jour jours j día días dia dias 天 日 يوم',
    604800: 'w wk wks week weeks woche wochen semaine semaines semana semanas 周 أسبوع',
    0.001: 'ms',
  }).flatMap(([seconds, words]) => words.split(' ').map((word) => /** @type {const} */ ([word, Number(seconds)]))),
);

/**
 * The seconds of a length of time: "1:30" (hours and minutes), "1:30:05", "1h 30m", "1h30", "90 min", "1.5 h", "2 Std. 15 Min.",
 * "PT1H30M", "P1DT2H", "1 day 02:00:00", or a number of seconds. Months and years have no fixed length.
 *
 * @param {string} written @returns {number | null}
 */
export function readLength(written) {
  const text = latinDigits(written).trim();
  if (text === '' || text.length > LONGEST) return null;
  if (/^[+-]?\d{1,12}(\.\d{1,6})?$/.test(text)) return Number(text);
  return ofClock(text) ?? ofIso(text) ?? ofParts(text.toLowerCase());
}

/** @param {string} text @returns {number | null} */
function ofClock(text) {
  const whole = DAYS_AND_CLOCK.exec(text);
  if (whole) {
    const clock = ofClock(whole[3]);
    return clock === null ? null : signed(whole[1], Number(whole[2]) * 86_400 + clock);
  }
  const found = CLOCK.exec(text);
  if (!found) return null;
  const [, sign, hours, minutes, seconds = '0', part = '0'] = found;
  return signed(sign, Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${part}`));
}

/** @param {string} text @returns {number | null} */
function ofIso(text) {
  const found = ISO.exec(text);
  if (!found) return null;
  const [, sign, ...parts] = found;
  const amounts = parts.map((part) => Number((part ?? '0').replace(',', '.')));
  return signed(sign, sum(amounts.map((amount, at) => amount * ISO_SECONDS[at])));
}

/** @param {string} text @returns {number | null} */
function ofParts(text) {
  const found = PARTS.exec(text);
  if (!found) return null;
  const [, sign, written, rest] = found;
  const parts = [...written.matchAll(PART)].map(([, number, unit]) => {
    const amount = readSureNumber(number.replace(/[.,]$/, ''));
    return [amount === null ? NaN : Number(amount), UNITS.get(unit) ?? NaN];
  });
  const [, last] = parts.at(-1) ?? [];
  // 1h30: minutes follow hours.
  if (rest !== undefined && last !== 3600) return null;
  const total = sum(parts.map(([amount, unit]) => amount * unit)) + Number(rest ?? 0) * 60;
  return Number.isNaN(total) ? null : signed(sign, total);
}

/** @param {string} sign @param {number} seconds */
const signed = (sign, seconds) => (sign === '-' ? -seconds : seconds);

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
