/** @import { Field } from '@plinth/plugin' */
import { AppError, asPhrase, fieldMessages, phrase } from '@plinth/plugin';
import { choiceColour } from '@plinth/plugin/browser/choice-colour';
import { findOption, optionsOf } from '../field-types/base/options.js';
import { LIMITS } from '../limits/limits.js';

/** A list of several choices is written with these between them. */
const SEPARATORS = /[;,\p{C}]/u;

/**
 * The choices of a field with others added. Texts are trimmed, and one that is there already in any case is that one.
 *
 * @param {Field} field @param {readonly string[]} texts
 * @returns {{ options: unknown[], values: string[] }} values: of all texts, known and new
 * @throws {AppError} CHOICES_INVALID
 */
export function optionsWith(field, texts) {
  /** @type {unknown[]} */
  const options = [...(field.attributes.options ?? [])];
  const known = optionsOf(field);
  const values = texts.map((given) => {
    const text = given.trim();
    const found = findOption(text, known);
    if (found) return found.value;
    checkText(field, text);
    const added = {
      value: text,
      label: text,
      colour: choiceColour(
        text,
        known.map(({ colour }) => colour),
      ),
    };
    options.push(added);
    known.push(added);
    return text;
  });
  const isLonger = options.length > (field.attributes.options ?? []).length;
  if (isLonger && options.length > LIMITS.choices)
    throw refused(field, phrase`can't have more than ${LIMITS.choices} choices`);
  return { options, values };
}

/** @param {Field} field @param {string} text */
function checkText(field, text) {
  if (text === '') throw refused(field, 'needs a text for the new choice');
  if (text.length > LIMITS.choiceCharacters)
    throw refused(field, phrase`can't have a choice of more than ${LIMITS.choiceCharacters} characters`);
  if (SEPARATORS.test(text) || !text.isWellFormed())
    throw refused(field, "can't have a choice with a comma, a semicolon or a line break");
}

/** @param {Field} field @param {import('@plinth/plugin').Message} fact */
function refused(field, fact) {
  const message = phrase`${field.label} ${asPhrase(fact)}`;
  return new AppError('CHOICES_INVALID', message, {
    status: 422,
    hint: 'Choose one from the list, or ask an administrator',
    details: fieldMessages({ [field.name]: message }),
  });
}

/** Whether a text is none of the choices yet. @param {Field} field @param {readonly string[]} texts */
export const hasNew = (field, texts) => texts.some((text) => !findOption(text.trim(), optionsOf(field)));
