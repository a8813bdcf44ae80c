/** @import { Message, StoredPhrase } from '@plinth/plugin' */
import { readPhrase, storedPhrase } from '@plinth/plugin';

const MOST = 500;

/**
 * A sentence for the database: in English, and as a phrase for readers of other languages unless it was typed or had to
 * be cut.
 *
 * @param {Message} message @returns {{ sentence: string, phrase: string | null }} phrase: as JSON
 */
export function storedSentence(message) {
  const sentence = String(message);
  const isWhole = typeof message !== 'string' && sentence.length <= MOST;
  return { sentence: sentence.slice(0, MOST), phrase: isWhole ? JSON.stringify(storedPhrase(message)) : null };
}

/** What was stored like that. @param {string} sentence @param {StoredPhrase | null} phrase @returns {Message} */
export const readSentence = (sentence, phrase) => (phrase ? readPhrase(phrase) : sentence);
