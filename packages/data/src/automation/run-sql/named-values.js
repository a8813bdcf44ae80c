/** @import { SqlValue } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';

/** What PostgreSQL calls the types that a value can be given. */
const TYPES = Object.freeze({
  text: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  moment: 'timestamptz',
  uuid: 'uuid',
});

/** Texts, quoted names, texts between dollars, comments, casts; then a name after a colon. */
const TOKENS =
  /e'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[a-z_]\w*)?\$)[^]*?\1|--[^\n]*|\/\*[^]*?\*\/|::|:([a-z_]\w*)/gi;

/**
 * A statement whose `:names` are members of its one bound value, `$1`. Values are never part of the text.
 *
 * @param {string} text @param {readonly SqlValue[]} values
 * @returns {{ text: string, given: string }} given: JSON
 * @throws {AppError} SQL_INVALID for a name without a value
 */
export function withNamedValues(text, values) {
  const types = new Map(values.map(({ name, type }) => [name, TYPES[type] ?? 'text']));
  const used = text.replace(TOKENS, (whole, _dollar, name) => {
    if (name === undefined) return whole;
    if (!types.has(name)) throw unknownValue(name, [...types.keys()]);
    return `cast($1 ->> '${name}' as ${types.get(name)})`;
  });
  const given = Object.fromEntries(values.map(({ name, value }) => [name, value ?? null]));
  return { text: used.replace(/;\s*$/, ''), given: JSON.stringify(given) };
}

/** @param {string} name @param {string[]} known */
const unknownValue = (name, known) =>
  new AppError('SQL_INVALID', phrase`There is no value ":${name}"`, {
    status: 422,
    hint: known.length > 0 ? phrase`Values here: ${known.join(', ')}` : 'Add it under Values',
  });
