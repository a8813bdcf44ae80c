/** @import { Database } from '../../../postgres/database/database.js' */

/** The dictionaries of PostgreSQL, by language. */
const DICTIONARIES = Object.freeze(
  new Map([
    ['ar', 'arabic_stem'],
    ['da', 'danish_stem'],
    ['de', 'german_stem'],
    ['en', 'english_stem'],
    ['es', 'spanish_stem'],
    ['fi', 'finnish_stem'],
    ['fr', 'french_stem'],
    ['hu', 'hungarian_stem'],
    ['it', 'italian_stem'],
    ['nl', 'dutch_stem'],
    ['no', 'norwegian_stem'],
    ['pt', 'portuguese_stem'],
    ['ro', 'romanian_stem'],
    ['ru', 'russian_stem'],
    ['sv', 'swedish_stem'],
    ['tr', 'turkish_stem'],
  ]),
);
/** A shorter stem is in too many words. */
const SHORTEST = 3;
const STEMS = `select ts_lexize($1::text::regdictionary, word) as lexemes from unnest($2::text[]) with ordinality as w(word, at) order by at`;

/**
 * The words of a search without their endings, which other forms of them have in common; null if they have none, or if
 * nothing is known of the language.
 *
 * @param {Pick<Database, 'query'>} db @param {string} text @param {string} [locale] such as "de-AT"
 * @returns {Promise<string | null>}
 */
export async function stemsOf(db, text, locale = 'en') {
  const dictionary = DICTIONARIES.get(locale.split('-')[0]);
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  if (!dictionary) return null;
  // A server may lack a dictionary.
  const found = await db.query({ text: STEMS, values: [dictionary, words] }).catch(() => null);
  if (!found) return null;
  const stems = words.map((word, i) => stemOf(word, found.rows[i]?.lexemes?.[0]));
  const joined = stems.join(' ');
  return joined === words.join(' ') ? null : joined;
}

/** @param {string} word @param {string | undefined} stem */
function stemOf(word, stem = word) {
  // English: "compani" is the stem of company and companies, but no part of the first.
  const part = stem.replace(/(?<=.{3})i$/u, '');
  return part.length >= SHORTEST && plain(word).startsWith(plain(part)) ? part : word;
}

/** @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');
