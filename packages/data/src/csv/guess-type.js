/** @import { FieldType } from '@plinth/plugin' */
import { formatsOf } from '../local-values/value-formats.js';
import { likelyFormats, readAll } from './guess-format.js';

/** Of a hundred cells so many may be something else. */
const ODD_SHARE = 0.1;
/** Of cells that say that there is no value, so many. */
const NO_VALUE_SHARE = 0.5;
const NO_VALUE =
  /^(?:n\.?\s?\/?\s?a\.?|#n\/a|#ref!|#value!|#div\/0!|#name\?|null|nil|none|nan|unknown|tbd|tba|k\.?\s?a\.?|unbekannt|keine angabe|keine?|s\/d|inconnu|-+|–|—|\?+|\.+)$/i;
/** Every text is one of those. */
const ANY_TEXT = new Set(['text', 'long_text', 'json']);

/** A text that stands for no value, such as "n/a". @param {string} text */
export const saysNothing = (text) => NO_VALUE.test(text.trim());

/**
 * The likeliest type of a column. What is read as it stands comes before what needs a format, unless it says little. A
 * few cells that don't fit do not make it a text.
 *
 * @param {string[]} texts @param {readonly FieldType[]} types @param {string} delimiter
 */
export function guessType(texts, types, delimiter) {
  const plain = likeliest(types, delimiter, (type, format) => readWhole(type, texts, format));
  if (!ANY_TEXT.has(plain)) return plain;
  const said = texts.filter((text) => !saysNothing(text));
  if (said.length < texts.length * NO_VALUE_SHARE) return plain;
  const most = Math.floor(said.length * ODD_SHARE);
  const others = types.filter(({ name }) => !ANY_TEXT.has(name));
  const mostly = likeliest(others, delimiter, (type, format) => readMost(type, said, format, most));
  return mostly === 'text' ? plain : mostly;
}

/**
 * @param {readonly FieldType[]} types @param {string} delimiter
 * @param {(type: FieldType, format: any) => readonly string[] | null} read the texts that count, as the format reads them
 */
function likeliest(types, delimiter, read) {
  let best = { type: 'text', score: 0 };
  for (const [at, format] of [null, ...likelyFormats(delimiter)].entries()) {
    for (const type of types) {
      const texts = format && !formatsOf(type).includes(format) ? null : read(type, format);
      const score = texts ? (type.guess?.(texts) ?? 0) - (format ? 0.15 + at / 1000 : 0) : 0;
      if (score > best.score) best = { type: type.name, score };
    }
  }
  return best.type;
}

/** @param {FieldType} type @param {string[]} texts @param {any} format */
const readWhole = (type, texts, format) =>
  format
    ? (/** @type {string[] | undefined} */ (readAll(type, texts, format, undefined, () => false)?.read) ?? null)
    : texts;

/** @param {FieldType} type @param {string[]} texts @param {any} format @param {number} most that may not fit */
function readMost(type, texts, format, most) {
  let odd = 0;
  // What the type guesses of one text alone tells more than what it could be made to read.
  const found = readAll(type, texts, format, undefined, () => ++odd <= most);
  return found && found.fitting > 0 ? found.read.filter((text) => text !== null) : null;
}
