/**
 * Languages that sort otherwise than the order that most share (`plinth.text_order`, CLDR's root), each with a collation of
 * its own from migration 0431. English, German, French, Italian, Portuguese, Dutch and many others need none.
 */
const LANGUAGES = new Set(
  (
    'af am ar as az be bg bn br bs ceb cs cy da dsb ee el eo es et fa fi fil fo fy gl gu ha haw he hi hr hsb hu hy ig is ' +
    'ja ka kk kl km kn ko kok ku ky lkt ln lo lt lv mk ml mn mr mt nb ne nso om or pa pl ps ro ru se si sk sl smn sq sr ' +
    'sv ta te th tk tn to tr ug uk ur uz vi wo yi yo zh'
  ).split(' '),
);
/** The same language in other letters, or in another country. */
const VARIANTS = new Set(['bs_cyrl', 'fr_ca', 'pa_arab', 'sr_latn', 'zh_hant']);
/** By what else these are known. */
const SAME = /** @type {Readonly<Record<string, string>>} */ ({
  no: 'nb',
  nn: 'nb',
  zh_hk: 'zh_hant',
  zh_mo: 'zh_hant',
  zh_tw: 'zh_hant',
});

/** The order that most languages share, and that columns are declared with. */
export const COMMON_ORDER = 'text_order';

/**
 * The collation in schema plinth by which a language sorts.
 *
 * @param {string | undefined} locale such as sv or de-AT
 */
export function textOrderOf(locale = 'en') {
  const [language, ...rest] = locale.toLowerCase().split('-');
  const names = [...rest.map((part) => `${language}_${part}`), language].map((name) => SAME[name] ?? name);
  const found = names.find((name) => VARIANTS.has(name) || LANGUAGES.has(name));
  return found ? `order_${found}` : COMMON_ORDER;
}

/** Languages and variants that sort otherwise than most, as tags: sv, zh-hant. */
export const SORTED_LANGUAGES = Object.freeze([...LANGUAGES, ...VARIANTS].map((name) => name.replace('_', '-')));

/**
 * Names as lists of people and groups are sorted: in the order of the site's language.
 *
 * @param {string} column @param {{ settings: { locale?: string } }} catalog @returns {string} SQL
 */
export const nameOrder = (column, { settings }) =>
  `(lower(${column}) collate "plinth"."${textOrderOf(settings.locale)}")`;

/** The names of all collations. */
export const TEXT_ORDERS = Object.freeze([COMMON_ORDER, ...[...LANGUAGES, ...VARIANTS].map((name) => `order_${name}`)]);

/** Text types, but not arrays of them. */
const TEXT = /^(text|varchar|char|character)\b(?!.*\])/;

/** Whether a type of PostgreSQL has an order of texts. @param {string | null} type */
export const isTextType = (type) => type !== null && TEXT.test(type);
