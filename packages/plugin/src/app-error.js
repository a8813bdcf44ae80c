/** @import { AppErrorOptions, Message, Translate, Values } from './index.d.ts' */
import { aboutInput } from './texts/about-input.js';
import { asPhrase, joinPhrases, say } from './texts/phrase.js';

/** A foreseen error: a stable code, what happened, and what to do about it. */
export class AppError extends Error {
  name = 'AppError';

  /**
   * `message` and `hint` are English text; their phrases are stored for `errorText`.
   *
   * @param {string} code stable, documented in docs/reference/errors.md
   * @param {Message} message a short fact that names the thing: plain text, or a phrase`...` with values
   * @param {AppErrorOptions} [options]
   */
  constructor(code, message, { hint, status = 500, cause, details } = {}) {
    super(String(message), { cause });
    this.code = code;
    this.hint = hint === undefined ? undefined : String(hint);
    this.status = status;
    this.details = details;
    this.phrases = { message: asPhrase(message), hint: hint === undefined ? undefined : asPhrase(hint) };
  }
}

/**
 * Bad input, one message per field, as forms and the API show it: `details.fields` in English, `details.messages` as
 * phrases. Its own message says the same in whole sentences.
 *
 * @param {Record<string, Message>} fields
 * @param {Message} [message]
 */
export function inputInvalid(fields, message) {
  const sentences = Object.entries(fields).map(([name, about]) => aboutInput(name, about));
  return new AppError('INPUT_INVALID', message ?? joinPhrases(sentences, '; '), {
    status: 422,
    details: fieldMessages(fields),
  });
}

/** `details` with messages by field. @param {Record<string, Message>} fields */
export function fieldMessages(fields) {
  const entries = Object.entries(fields);
  return {
    fields: Object.fromEntries(entries.map(([name, message]) => [name, String(message)])),
    messages: Object.fromEntries(entries.map(([name, message]) => [name, asPhrase(message)])),
  };
}

/**
 * An error in the reader's language: message, hint, and messages by field if there are any. The message begins as a sentence, also
 * if it begins with the name of a parameter.
 *
 * @param {AppError} error @param {Translate} t
 * @returns {{ message: string, hint: string | undefined, fields: Record<string, string> }}
 */
export function errorText(error, t) {
  const { message, hint } = error.phrases;
  const { fields = {}, messages = {} } = /** @type {Values} */ (error.details) ?? {};
  return {
    message: beginning(message, say(message, t)),
    hint: hint === undefined ? undefined : say(hint, t),
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name, say(messages[name] ?? String(text), t)]),
    ),
  };
}

/** @param {Message} message @param {string} said */
const beginning = (message, said) =>
  /^[a-z]/.test(String(asPhrase(message).key)) ? said.charAt(0).toUpperCase() + said.slice(1) : said;
