/** Languages whose month names are read; no short name stands for two months among them. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv'];

/** Spellings that are not in the locale data. */
const OTHERS = { sept: 9, mrz: 3, maer: 3, maerz: 3 };

const MONTHS = new Map(Object.entries(OTHERS));
for (const language of LANGUAGES) {
  for (const month of ['long', 'short']) {
    const format = new Intl.DateTimeFormat(language, {
      month: /** @type {'long'} */ (month),
      day: 'numeric',
      timeZone: 'UTC',
    });
    for (let number = 1; number <= 12; number++) {
      const parts = format.formatToParts(new Date(Date.UTC(2026, number - 1, 2)));
      MONTHS.set(plain(parts.find(({ type }) => type === 'month')?.value ?? ''), number);
    }
  }
}

/** @param {string} name "Dec", "Dezember", "déc." @returns {number | null} 1 to 12 */
export const monthNumber = (name) => MONTHS.get(plain(name)) ?? null;

/** @param {string} name */
function plain(name) {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z]/g, '');
}
