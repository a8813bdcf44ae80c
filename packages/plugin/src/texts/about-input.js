/** @import { Message } from '../index.d.ts' */
import { Phrase, asPhrase, phrase } from './phrase.js';

/** How a message begins that says something of what stands before it, as forms show it beside a control. */
const VERB = /^(must|can|can't|can’t|may|[a-z]+s|are|have|need|do|don't|don’t) /;
/** Other words with an s. */
const NO_VERB = /^(this|its|as|fields|totals|docs\S*) /;
const PLAIN = /^[a-z][\w-]*$/i;

/**
 * What is wrong with an input, as a whole sentence: "is required" of "due_date" is "Due date is required". A message that is a
 * sentence already stays as it is.
 *
 * @param {string} name of the input, may be a path such as "fields.0.name"
 * @param {Message} message
 */
export function aboutInput(name, message) {
  const said = asPhrase(message);
  if (isSentence(said)) return said;
  const saysOfIt = VERB.test(`${said.key} `) && !NO_VERB.test(said.key);
  if (!PLAIN.test(name)) return saysOfIt ? phrase`Input "${name}" ${said}` : phrase`Input "${name}": ${said}`;
  return new Phrase(saysOfIt ? '{0} {1}' : '{0}: {1}', { 0: inWords(name), 1: said });
}

/** The same with the place of each, also before a sentence of its own. @param {string} name @param {Message} message */
export function atInput(name, message) {
  const said = asPhrase(message);
  return isSentence(said) ? phrase`Input "${name}": ${said}` : aboutInput(name, said);
}

/** @param {import('./phrase.js').Phrase} message */
const isSentence = ({ key }) => !/^[a-z]/.test(key);

/** "order_items" to "Order items". @param {string} name */
function inWords(name) {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
