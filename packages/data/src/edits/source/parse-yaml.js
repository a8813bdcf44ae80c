/** @import { Message } from '@plinth/plugin' */
/** @import { CST, Document, LineCounter } from 'yaml' */
import { phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';

/** What is wrong, and between which offsets. @typedef {{ pos: [number, number], message: Message }} YamlError */

const STOP = Symbol('too much');

/**
 * Reads one YAML document. It stops where the text is nested too deep, has too many parts or more than so many errors: the
 * library calls itself for what is nested, and takes 3 µs for each part and 10 µs for each error.
 *
 * @param {string} text @param {LineCounter} lines @param {number} most errors
 * @returns {Promise<{ document: Document | null, errors: YamlError[] }>} document: null if it stopped
 */
export async function parseYaml(text, lines, most) {
  const { Composer, Lexer, Parser } = await import('yaml');
  /** @type {YamlError[]} */
  const errors = [];
  const note = (/** @type {any} */ place, /** @type {Message} */ message) => {
    errors.push({ pos: rangeOf(place), message });
    if (errors.length > most) throw STOP;
  };
  const stop = (/** @type {number} */ at, /** @type {Message} */ message) => {
    errors.push({ pos: rangeOf(at), message });
    throw STOP;
  };
  const parser = new Parser(lines.addNewLine);
  // The library compares each key with each other one.
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false });
  Object.assign(composer, {
    onError: (
      /** @type {any} */ place,
      /** @type {string} */ _,
      /** @type {string} */ message,
      /** @type {boolean} */ isWarning,
    ) => void (isWarning || note(place, message)),
  });
  /** @returns {Generator<CST.Token>} */
  function* tokens() {
    let words = 0;
    lines.addNewLine(0);
    for (const word of new Lexer().lex(text)) {
      for (const token of parser.next(word)) if (isFine(token)) yield token;
      if (parser.stack.length > LIMITS.documentLevels)
        stop(parser.offset, phrase`must be nested at most ${LIMITS.documentLevels} levels deep`);
      if ((words += 1) > LIMITS.sourceWords)
        stop(parser.offset, phrase`The text has more than ${LIMITS.sourceWords} words and signs`);
    }
    for (const token of parser.end()) if (isFine(token)) yield token;
  }
  /** @param {CST.Token} token */
  const isFine = (token) => token.type !== 'error' || void note(token, token.message);
  /** @type {Document | null} */
  let document = null;
  try {
    for (const one of composer.compose(tokens(), true, text.length)) {
      if (document) stop(one.range[0], 'Source contains multiple documents');
      document = one;
    }
  } catch (error) {
    if (error !== STOP) throw error;
    document = null;
  }
  return { document, errors };
}

/** @param {any} place an offset, a range, or a token @returns {[number, number]} */
function rangeOf(place) {
  if (typeof place === 'number') return [place, place + 1];
  if (Array.isArray(place)) return [place[0], place[1]];
  return [place.offset, place.offset + (typeof place.source === 'string' ? place.source.length : 1)];
}
