/** @import { Phrase } from '@plinth/plugin' */
import { asPhrase, phrase } from '@plinth/plugin';

const ONE = { seconds: '1 second', minutes: '1 minute', hours: '1 hour', days: '1 day', weeks: '1 week' };

/**
 * A span of time in words: "1 day", "2 days".
 *
 * @param {number} amount @param {keyof typeof ONE} unit
 * @returns {Phrase}
 */
export function spanInWords(amount, unit) {
  if (amount === 1) return asPhrase(ONE[unit]);
  const many = {
    seconds: phrase`${amount} seconds`,
    minutes: phrase`${amount} minutes`,
    hours: phrase`${amount} hours`,
    days: phrase`${amount} days`,
    weeks: phrase`${amount} weeks`,
  };
  return many[unit];
}
