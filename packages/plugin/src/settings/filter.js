/** @import { Message, Setting } from '../index.d.ts' */
import { phrase } from '../texts/phrase.js';
import { OPERATORS, needsNoValue } from '../field-types/operators.js';
import { APP_LIMITS } from '../limits.js';

const PATH = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*){0,5}$/;
const CHILD = /^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/;

/**
 * Checks the shape of a Filter; the Catalog checks that its fields exist.
 *
 * @param {unknown} value @param {Setting} setting @param {string} key @param {Record<string, Message>} errors
 */
export function checkFilter(value, setting, key, errors) {
  checkStep(value, key, errors, 0);
  return value;
}

/** @param {any} filter @param {string} key @param {Record<string, Message>} errors @param {number} depth */
function checkStep(filter, key, errors, depth) {
  if (depth > APP_LIMITS.conditionLevels)
    return note(errors, key, phrase`must be nested at most ${APP_LIMITS.conditionLevels} levels deep`);
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    return note(errors, key, 'must be a condition');
  for (const kind of ['all', 'any']) {
    if (!Object.hasOwn(filter, kind)) continue;
    if (!Array.isArray(filter[kind])) return note(errors, `${key}.${kind}`, 'must be a list of conditions');
    for (const [i, step] of filter[kind].entries()) checkStep(step, `${key}.${kind}.${i}`, errors, depth + 1);
    return onlyKeys(filter, [kind], key, errors);
  }
  if (Object.hasOwn(filter, 'not')) {
    checkStep(filter.not, `${key}.not`, errors, depth + 1);
    return onlyKeys(filter, ['not'], key, errors);
  }
  if (Object.hasOwn(filter, 'child')) {
    if (!CHILD.test(filter.child)) note(errors, `${key}.child`, 'must be table.field, such as replies.thread');
    if (filter.where !== undefined) checkStep(filter.where, `${key}.where`, errors, depth + 1);
    return onlyKeys(filter, ['child', 'where'], key, errors);
  }
  if (typeof filter.field !== 'string' || !PATH.test(filter.field))
    return note(errors, `${key}.field`, 'must be a field');
  if (!OPERATORS.includes(filter.op)) return note(errors, `${key}.op`, phrase`must be one of ${OPERATORS.join(', ')}`);
  if (!needsNoValue(filter.op) && filter.value === undefined) note(errors, `${key}.value`, 'is required');
  return onlyKeys(filter, ['field', 'op', 'value'], key, errors);
}

/** @param {object} filter @param {string[]} known @param {string} key @param {Record<string, Message>} errors */
function onlyKeys(filter, known, key, errors) {
  for (const name of Object.keys(filter)) if (!known.includes(name)) note(errors, `${key}.${name}`, 'is unknown here');
}

/** @param {Record<string, Message>} errors @param {string} key @param {Message} message */
function note(errors, key, message) {
  errors[key] = message;
}
