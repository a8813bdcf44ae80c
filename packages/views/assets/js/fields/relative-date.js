// Updates "5 minutes ago" while the page is open.
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];
const format = new Intl.RelativeTimeFormat(document.documentElement.lang || 'en', { numeric: 'auto' });

function refresh() {
  const times = /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll('time[data-pl-relative]'));
  for (const time of times) {
    // A date has no time: days are counted from today in the reader's time zone.
    const isDay = time.dateTime.length === 10;
    const from = isDay ? Date.parse(todayIn(time.dataset.plRelative)) : Date.now();
    const units = isDay ? UNITS.slice(0, 4) : UNITS;
    const seconds = Math.round((Date.parse(time.dateTime) - from) / 1000);
    if (Number.isNaN(seconds)) continue;
    const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? units[units.length - 1];
    time.textContent = format.format(Math.trunc(seconds / size), unit);
  }
}

/** As ISO writes it. @param {string} [timeZone] */
const todayIn = (timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone: timeZone || undefined }).format(Date.now());

refresh();
setInterval(refresh, 30_000);
document.addEventListener('visibilitychange', () => document.hidden || refresh());
