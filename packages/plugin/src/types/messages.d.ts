// Errors and messages, in the language of the reader.

import type { Translate } from './formats.d.ts';

/**
 * A foreseen error: stable code, short fact naming the thing, what to do about it. `details` is safe to show to the
 * caller.
 */
export class AppError extends Error {
  constructor(code: string, message: Message, options?: AppErrorOptions);
  code: string;
  status: number;
  hint: string | undefined;
  details: unknown;
  /** The phrases of message and hint, for `errorText`. */
  phrases: { message: Phrase; hint: Phrase | undefined };
}
export interface AppErrorOptions {
  hint?: Message;
  status?: number;
  cause?: unknown;
  details?: unknown;
}
/** One message per field name; the error code is INPUT_INVALID, status 422, details = { fields, messages }. */
export function inputInvalid(fields: Record<string, Message>, message?: Message): AppError;
/** Whether a message goes on where the name of its input ends, such as "is required"; any other is a sentence of its own. */
export function goesOn(message: Message): boolean;
/** `details` with messages by field: `fields` in English, `messages` as phrases. */
export function fieldMessages(fields: Record<string, Message>): {
  fields: Record<string, string>;
  messages: Record<string, Phrase>;
};
/** An error in the reader's language. */
export function errorText(
  error: AppError,
  t: Translate,
): { message: string; hint: string | undefined; fields: Record<string, string> };
/** Plain English, which is its own key, or a phrase with values. */
export type Message = string | Phrase;
/** A sentence and its values: `key` is the English text with {placeholders}, and the key in the catalogues. */
export class Phrase {
  constructor(key: string, params?: Record<string, unknown>);
  readonly key: string;
  readonly params: Readonly<Record<string, unknown>>;
  toString(): string;
  toJSON(): string;
}
/** Tagged template: phrase`There is no table "${name}"` has the key 'There is no table "{0}"'. */
export function phrase(strings: TemplateStringsArray, ...values: unknown[]): Phrase;
/** A message as a phrase, so that it can be part of another one. */
export function asPhrase(message: Message): Phrase;
/** Joins several messages. */
export function joinPhrases(messages: readonly unknown[], separator?: string): Phrase;
/** The known word that a misspelled one most likely means; undefined if none is similar. */
export function nearest(word: string, known: readonly string[]): string | undefined;
/** A message in the reader's language. */
export function say(message: Message, t: Translate): string;
/** A phrase as JSON; a phrase among its values has the same form. */
export interface StoredPhrase {
  key: string;
  params: Record<string, unknown>;
}
/** A message for the database, which `readPhrase` makes a phrase again, for a reader of any language. */
export function storedPhrase(message: Message): StoredPhrase;
export function readPhrase(stored: StoredPhrase): Phrase;
