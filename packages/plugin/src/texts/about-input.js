/** @import { Message } from '../index.d.ts' */
import { Phrase, asPhrase, phrase } from './phrase.js';

const PLAIN = /^[a-z][\w-]*$/i;

/**
 * Whether a message goes on where the name of its input ends, as forms show it beside a control: it begins in lower case, with its
 * verb. Any other is a sentence of its own.
 *
 * @param {Message} message
 */
export const goesOn = (message) => /^[a-z]/.test(asPhrase(message).key);

/**
 * What is wrong with an input, as a whole sentence: "is required" of "due_date" is "Due date is required".
 *
 * @param {string} name of the input, may be a path such as "fields.0.name"
 * @param {Message} message
 */
export function aboutInput(name, message) {
  const said = asPhrase(message);
  if (!goesOn(said)) return said;
  return PLAIN.test(name) ? new Phrase('{0} {1}', { 0: inWords(name), 1: said }) : phrase`Input "${name}" ${said}`;
}

/** The same with the place of each, also before a sentence of its own. @param {string} name @param {Message} message */
export function atInput(name, message) {
  return goesOn(message) ? aboutInput(name, message) : phrase`Input "${name}": ${asPhrase(message)}`;
}

/** "order_items" to "Order items". @param {string} name */
function inWords(name) {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
