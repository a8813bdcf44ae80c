/** @import { Message, Translate } from '../index.d.ts' */

/**
 * A sentence whose values are stored separately, so that it can be translated later: `key` is the English text with
 * {placeholders}, and the key in the catalogues. As text it is the English sentence.
 */
export class Phrase {
  /** @param {string} key @param {Record<string, unknown>} [params] values; a phrase among them is translated too */
  constructor(key, params = {}) {
    this.key = key;
    this.params = params;
    Object.freeze(this);
  }

  toString() {
    return fill(this.key, this.params);
  }

  /** In JSON it is the English text, as in errors. */
  toJSON() {
    return this.toString();
  }
}

/**
 * Template tag: phrase`There is no table "${name}"` has the key 'There is no table "{0}"' and the value { 0: name }.
 *
 * @param {TemplateStringsArray} strings @param {unknown[]} values
 */
export function phrase(strings, ...values) {
  const key = strings.reduce((text, part, index) => `${text}{${index - 1}}${part}`);
  return new Phrase(key, { ...values });
}

/** A message as a value of another phrase, translated with it. @param {Message} message */
export const asPhrase = (message) => (typeof message === 'string' ? new Phrase(message) : message);

/** Joins several messages. @param {readonly unknown[]} messages @param {string} [separator] */
export function joinPhrases(messages, separator = ', ') {
  return new Phrase(messages.map((_, index) => `{${index}}`).join(separator), { ...messages });
}

/**
 * A message in the reader's language.
 *
 * @param {Message} message @param {Translate} t
 * @returns {string}
 */
export function say(message, t) {
  if (typeof message === 'string') return t(message);
  const params = Object.entries(message.params).map(([name, value]) => [
    name,
    value instanceof Phrase ? say(value, t) : value,
  ]);
  return t(message.key, Object.fromEntries(params));
}

/**
 * Replaces {name} with values; placeholders without a value stay.
 *
 * @param {string} text @param {Record<string, unknown>} params
 */
export function fill(text, params) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(params, name) ? String(params[name]) : whole));
}
