/** @import { FieldLike, FieldType, FieldTypeInput, Message, Traits, TypeMatch } from '../index.d.ts' */
import { AppError } from '../app-error.js';
import { phrase } from '../texts/phrase.js';

/** What a value of each group is, where its type does not say so. @type {Readonly<Record<string, Traits['value']>>} */
const BY_GROUP = Object.freeze({
  text: 'text',
  number: 'number',
  time: 'date',
  choice: 'choice',
  relation: 'reference',
  file: 'files',
  other: 'structure',
});
export const TRAIT_VALUES = Object.freeze(new Set([...Object.values(BY_GROUP), 'boolean']));
export const EXPRESSION_TYPES = Object.freeze(
  /** @type {const} */ (['text', 'int', 'decimal', 'bool', 'date', 'moment', 'time', 'duration', 'id', 'json', 'list']),
);

/** Of a field whose type nobody provides at the moment: nothing is known of its values. @type {Readonly<Traits>} */
export const NO_TRAITS = Object.freeze({
  value: 'structure',
  isLong: false,
  isMany: false,
  isWhole: false,
  isFree: false,
  isMarkup: false,
  isKey: false,
  isPerson: false,
  isPicture: false,
  isUnique: false,
  isLive: false,
  hasDay: false,
  hasTime: false,
  hasUnit: false,
  aligns: false,
  sums: false,
  groups: false,
  orders: false,
  searches: false,
  cleans: true,
  calculates: false,
  expression: null,
});

/** Traits that only values of one kind have. @type {readonly (readonly [keyof Traits, readonly Traits['value'][]])[]} */
const ONLY_OF = Object.freeze([
  ['sums', ['number']],
  ['aligns', ['number']],
  ['isWhole', ['number']],
  ['isFree', ['text']],
  ['isMarkup', ['text']],
  ['hasDay', ['date']],
  ['hasTime', ['date', 'number']],
  ['isPerson', ['reference']],
  ['isPicture', ['files']],
]);

/**
 * All traits of a type: those that it names, and for the others what follows from them. A type without any, as plugins
 * wrote them before there were traits, has those of its group, and no expression knows its values.
 *
 * @param {Pick<FieldTypeInput, 'group' | 'storage' | 'sortable' | 'searchable' | 'operators' | 'traits'>} type
 * @returns {Readonly<Traits>}
 */
export function completeTraits({ group, storage, sortable, searchable, operators, traits }) {
  const given = traits ?? {};
  const value = given.value ?? BY_GROUP[group] ?? 'structure';
  const isMany = given.isMany ?? (storage === 'join' || (operators ?? []).includes('has'));
  const known = { ...NO_TRAITS, ...given, value, isMany };
  return Object.freeze({
    ...known,
    aligns: given.aligns ?? value === 'number',
    sums: given.sums ?? value === 'number',
    groups: given.groups ?? (CHOSEN.has(value) && !isMany && !known.isUnique),
    orders: given.orders ?? (sortable === true && ORDERED.has(value)),
    searches: given.searches ?? (searchable === true || value === 'number' || known.hasDay),
    expression: given.expression !== undefined ? given.expression : traits ? expressionOf(known) : null,
  });
}

const CHOSEN = new Set(['choice', 'boolean', 'reference']);
const ORDERED = new Set(['number', 'text', 'date']);

/** As what expressions know a value. @param {Traits} traits @returns {Traits['expression']} */
function expressionOf({ value, isMany, isWhole, isKey, hasDay, hasTime }) {
  if (value === 'number') return isWhole ? 'int' : hasTime ? 'duration' : 'decimal';
  if (value === 'date') return hasDay ? (hasTime ? 'moment' : 'date') : 'time';
  if (value === 'text') return isKey ? 'id' : 'text';
  if (value === 'choice') return isMany ? 'list' : 'text';
  if (value === 'boolean') return 'bool';
  return value === 'files' ? 'id' : null;
}

/**
 * The same type with all its traits.
 *
 * @param {FieldTypeInput} type @param {string} owner the plugin
 * @returns {FieldType}
 * @throws {AppError} TRAIT_INVALID naming the type and the trait
 */
export function withTraits(type, owner) {
  const traits = completeTraits(type);
  const wrong = wrongTrait(type.traits, traits);
  if (wrong) {
    throw new AppError(
      'TRAIT_INVALID',
      phrase`The field type "${type.name}" of plugin "${owner}" has a wrong trait "${wrong.trait}"`,
      { status: 422, hint: wrong.hint },
    );
  }
  const isComplete = Object.keys(NO_TRAITS).every((name) => type.traits && Object.hasOwn(type.traits, name));
  return isComplete ? /** @type {FieldType} */ (type) : { ...type, traits };
}

/** @param {unknown} given */
export const isObject = (given) => typeof given === 'object' && given !== null && !Array.isArray(given);

/**
 * @param {unknown} given as the type has it @param {Traits} traits all of them
 * @returns {{ trait: string, hint: Message } | null}
 */
function wrongTrait(given, traits) {
  if (given !== undefined && !isObject(given))
    return { trait: 'traits', hint: "Traits are an object, such as { value: 'number', sums: true }" };
  for (const [trait, value] of Object.entries(traits)) {
    if (!Object.hasOwn(NO_TRAITS, trait)) return { trait, hint: phrase`Traits: ${Object.keys(NO_TRAITS).join(', ')}` };
    const words = trait === 'value' ? [...TRAIT_VALUES] : trait === 'expression' ? EXPRESSION_TYPES : null;
    if (!words && typeof value !== 'boolean') return { trait, hint: 'It is true or false' };
    const isWord = value === null ? trait === 'expression' : words?.some((word) => word === value);
    if (words && !isWord) return { trait, hint: phrase`It is one of ${words.join(', ')}` };
  }
  const misplaced = ONLY_OF.find(([trait, values]) => traits[trait] && !values.includes(traits.value));
  if (!misplaced) return null;
  return { trait: misplaced[0], hint: phrase`Only a type with value ${misplaced[1].join(', ')} has it` };
}

/**
 * Whether a type is one of those that are wanted: by its name, or by its traits.
 *
 * @param {Pick<FieldLike, 'type'> & { traits?: Readonly<Traits> }} field @param {readonly TypeMatch[] | '*' | undefined} wanted
 *   undefined: all
 */
export function isOfType({ type, traits = NO_TRAITS }, wanted) {
  if (wanted === undefined || wanted === '*') return true;
  return wanted.some((one) =>
    typeof one === 'string'
      ? one === type
      : Object.entries(one).every(([trait, value]) => traits[/** @type {keyof Traits} */ (trait)] === value),
  );
}
