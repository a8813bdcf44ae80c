/** @import { AskedField, Message, Registry, Step } from '@plinth/plugin' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { LIMITS } from '../../catalog/limits/limits.js';

/**
 * The questions of a button before it runs.
 *
 * @typedef {{ texts: string[], fields: AskedField[] }} Questions texts: with their values
 */

/**
 * The questions of the steps whose condition holds before the first step runs; null: there are none.
 *
 * @param {Registry} registry @param {readonly Step[]} steps
 * @param {{ evaluate: (sources: readonly string[]) => Promise<unknown[]>, text: (template: string) => Promise<string> }} context
 * @returns {Promise<Questions | null>}
 */
export async function questionsOf(registry, steps, { evaluate, text }) {
  const asking = steps.filter(
    ({ do: step }) => registry.has('action', step?.action) && registry.action(step.action).asks,
  );
  if (asking.length === 0) return null;
  const holds = await evaluate(asking.map(({ when }) => when || 'true'));
  const asked = asking.filter((_, i) => holds[i] === true);
  if (asked.length === 0) return null;
  const texts = [];
  for (const { do: step } of asked) if (step.config?.text) texts.push(await text(step.config.text));
  return {
    texts,
    fields: asked.flatMap(({ do: step }) => registry.action(step.action).asks?.(step.config ?? {}) ?? []),
  };
}

/**
 * The answers, JSON-safe; fields that were not asked for are empty.
 *
 * @param {readonly AskedField[]} asked @param {Record<string, string>} given by `input.<name>`
 * @returns {Record<string, unknown>}
 * @throws {import('@plinth/plugin').AppError} INPUT_INVALID
 */
export function readAnswers(asked, given) {
  /** @type {Record<string, Message>} */
  const errors = {};
  const values = asked.map((field) => {
    const key = `input.${field.name}`;
    const text = String(given[key] ?? '').trim();
    if (text === '' && field.type !== 'boolean') {
      if (field.required) errors[key] = 'is required';
      return [field.name, null];
    }
    const value = readers[field.type]?.(text, field);
    if (value === undefined) errors[key] = EXPECTED[field.type];
    return [field.name, value ?? null];
  });
  if (Object.keys(errors).length > 0) throw inputInvalid(errors);
  return Object.fromEntries(values);
}

/** Undefined: it is wrong. @type {Record<AskedField['type'], (text: string, field: AskedField) => unknown>} */
const readers = {
  text: (text) =>
    text.length <= LIMITS.answerCharacters && text.isWellFormed() && !text.includes('\0') ? text : undefined,
  longtext: (text, field) => readers.text(text.replaceAll('\r\n', '\n'), field),
  choice: (text, { options = [] }) => (options.includes(text) ? text : undefined),
  integer: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : undefined),
  number: (text) => (/^-?\d{1,15}([.,]\d{1,10})?$/.test(text) ? text.replace(',', '.') : undefined),
  date: (text) => (isDay(text) ? text : undefined),
  boolean: (text) => text === 'true' || text === 'on',
};

const TOO_LONG = phrase`must have at most ${LIMITS.answerCharacters} characters`;
/** @type {Record<AskedField['type'], import('@plinth/plugin').Message>} */
const EXPECTED = {
  text: TOO_LONG,
  longtext: TOO_LONG,
  choice: 'Choose one from the list',
  integer: 'must be a whole number',
  number: 'must be a number',
  date: 'must be a date such as 2026-11-21',
  boolean: '',
};

/** @param {string} text */
function isDay(text) {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
