import { memoize } from '@plinth/plugin';

/**
 * A language, its letters besides a to z, and the encodings that files in it have.
 *
 * @typedef {{ locale: string, letters: string, encodings: readonly string[], rarity: number }} Language
 *   `rarity`: how much has to speak for a language of few people: Turkish looks Icelandic in another encoding
 */

const WESTERN = ['windows-1252', 'iso-8859-15', 'macintosh'];
const CENTRAL = ['windows-1250', 'iso-8859-2'];
const CYRILLIC = ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic'];
const BALTIC = ['windows-1257', 'iso-8859-13', 'iso-8859-4'];

/** @param {string} locale @param {string} letters @param {readonly string[]} encodings @param {number} [rarity] @returns {Language} */
const language = (locale, letters, encodings, rarity = 0) => Object.freeze({ locale, letters, encodings, rarity });
const RUSSIAN = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';

/** @type {readonly Language[]} */
export const LANGUAGES = Object.freeze([
  language('de', 'äöüß', WESTERN),
  language('fr', 'àâæçéèêëîïôœùûüÿ', WESTERN),
  language('es', 'áéíñóúü', WESTERN),
  language('it', 'àèéìòù', WESTERN),
  language('pt', 'áâãàçéêíóôõú', WESTERN),
  language('nl', 'éëïö', WESTERN),
  language('sv', 'åäöé', WESTERN),
  language('da', 'æøåé', WESTERN),
  language('nb', 'æøåé', WESTERN),
  language('fi', 'äöå', WESTERN),
  language('is', 'áðéíóúýþæö', WESTERN, 4),
  language('ca', 'àçèéíïòóúü', WESTERN),
  language('pl', 'ąćęłńóśźż', CENTRAL),
  language('cs', 'áčďéěíňóřšťúůýž', CENTRAL),
  language('sk', 'áäčďéíĺľňóôŕšťúýž', CENTRAL),
  language('hu', 'áéíóöőúüű', CENTRAL),
  language('hr', 'čćđšž', CENTRAL),
  language('sl', 'čšž', CENTRAL),
  language('sq', 'çë', CENTRAL),
  language('ro', 'ăâîşţ', [...CENTRAL, 'iso-8859-16']),
  language('ru', `${RUSSIAN}ё`, CYRILLIC),
  language('bg', RUSSIAN, CYRILLIC),
  language('sr', 'ђјљњћџ', CYRILLIC),
  language('mk', 'ѓѕјљњќџ', CYRILLIC),
  language('be', `${RUSSIAN}ёіў`, CYRILLIC),
  language('uk', `${RUSSIAN}ґєії`, ['windows-1251', 'koi8-u', 'iso-8859-5', 'x-mac-cyrillic']),
  language('el', 'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋ', ['windows-1253', 'iso-8859-7']),
  language('tr', 'çğıöşüâî', ['windows-1254']),
  language('he', 'אבגדהוזחטיכלמנסעפצקרשתךםןףץ', ['windows-1255', 'iso-8859-8']),
  language('ar', 'ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئةى', ['windows-1256', 'iso-8859-6']),
  language('fa', 'پچژگ', ['windows-1256', 'iso-8859-6']),
  language('lt', 'ąčęėįšųūž', BALTIC),
  language('lv', 'āčēģīķļņšūž', BALTIC),
  language('et', 'äõöüšž', BALTIC),
  language('vi', 'ăâđêôơư', ['windows-1258']),
  language('th', '', ['windows-874']),
]);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** What stands for the beginning and the end of a word. */
export const EDGE = ' ';
/** How much pairs that were seen count, beside the letters alone. */
const SEEN = 0.9;
/** The least share of a letter that the language has, and of one that it does not have. */
const SELDOM = 1e-3;
const FOREIGN = 1e-6;

/**
 * How probable it is in a language that a letter follows another, learnt from the names of countries, languages and currencies,
 * which Node.js has in each: no tables of our own are needed.
 *
 * @param {Language} language
 */
export const modelOf = memoize((/** @type {Language} */ { locale, letters: alphabet }) => {
  /** @type {Map<string, number>} */
  const pairs = new Map();
  /** @type {Map<string, number>} */
  const firsts = new Map();
  /** @type {Map<string, number>} */
  const letters = new Map();
  let total = 0;
  const add = (/** @type {Map<string, number>} */ counts, /** @type {string} */ key) =>
    counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const word of namesIn(locale).flatMap((name) => plainText(name).split(/[^\p{L}\p{M}]+/u))) {
    const all = [EDGE, ...word, EDGE];
    for (let at = 1; at < all.length; at++) {
      add(pairs, all[at - 1] + all[at]);
      add(firsts, all[at - 1]);
      add(letters, all[at]);
      total++;
    }
  }
  const share = (/** @type {string} */ letter) =>
    Math.max((letters.get(letter) ?? 0) / total, alphabet.includes(letter) ? SELDOM : FOREIGN);
  return (/** @type {string} */ before, /** @type {string} */ letter) =>
    (SEEN * (pairs.get(before + letter) ?? 0)) / (firsts.get(before) ?? 1) + (1 - SEEN) * share(letter);
});

/** In small letters, and with one way of writing for the two that Romanian has. @param {string} text */
export const plainText = (text) =>
  text.normalize('NFC').toLowerCase().replaceAll('ș', 'ş').replaceAll('ț', 'ţ').replaceAll('i̇', 'i');

/** @param {string} locale @returns {string[]} */
function namesIn(locale) {
  const twos = [...LETTERS].flatMap((one) => [...LETTERS].map((other) => one + other));
  /** @type {[Intl.DisplayNamesType, string[]][]} */
  const kinds = [
    ['region', twos],
    ['language', twos.map((one) => one.toLowerCase())],
    ['currency', Intl.supportedValuesOf('currency')],
  ];
  return kinds.flatMap(([type, codes]) => {
    const names = new Intl.DisplayNames([locale], { type, fallback: 'none' });
    return codes.map((code) => names.of(code) ?? '');
  });
}
