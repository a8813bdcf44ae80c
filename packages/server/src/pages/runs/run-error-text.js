/** @import { StoredPhrase, Translate } from '@plinth/plugin' */
import { readPhrase, say } from '@plinth/plugin';

/**
 * What a stored error of a run says, in the reader's language. Those of earlier versions have no phrases.
 *
 * @param {{ message: string, hint?: string, phrases?: { message: StoredPhrase, hint?: StoredPhrase } }} error
 * @param {Translate} t
 * @returns {{ message: string, hint: string }}
 */
export function runErrorText({ message, hint = '', phrases }, t) {
  return {
    message: phrases ? say(readPhrase(phrases.message), t) : t(message),
    hint: phrases?.hint ? say(readPhrase(phrases.hint), t) : t(hint),
  };
}
