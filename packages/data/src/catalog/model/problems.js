/** @import { Message, Problem, Reference, Registry, Values } from '@plinth/plugin' */
/** @import { StoredCatalog, StoredObject } from '../types.d.ts' */
import { readExpression, unknownChoices } from '@plinth/expressions';
import { AppError, Phrase, phrase } from '@plinth/plugin';
import { defaultProblem, formulaProblem } from './formula-problem.js';
import { exists, expressionProblem, mapObject, scopeOf } from './references.js';

/**
 * Finds metadata that refers to something missing. This can happen because removing an object is never refused.
 *
 * @param {StoredCatalog} catalog @param {Registry} registry
 * @returns {Problem[]}
 */
export function findProblems(catalog, registry) {
  /** @type {Problem[]} */
  const problems = [];
  for (const object of catalog.objects.values()) problems.push(...problemsOf(object, catalog, registry));
  return problems;
}

/** @param {StoredObject} object @param {StoredCatalog} catalog @param {Registry} registry */
function problemsOf(object, catalog, registry) {
  const { kind, id, name } = object;
  /** @type {Map<string, Problem>} */
  const found = new Map();
  const note = (/** @type {string} */ at, /** @type {Message} */ message) =>
    found.set(`${at} ${message}`, { kind, id, name, at, message: String(message), phrase: message });
  /** @type {Set<string>} Told once at the table itself, not again at each of its fields. */
  const missingTables = new Set();
  const noteRule = (/** @type {Reference} */ reference) => {
    const { table = '', name: source, at } = reference;
    if (kind === 'field' && at === 'formula') return noteFormula(table);
    if (kind === 'field' && at === 'default') return noteDefault(table, source);
    if (kind !== 'table' && catalog.hasTable(table)) return noteExpression(reference);
    if (kind !== 'table' || !/^(access|constraints)\./.test(at)) return;
    const wrong = ruleProblem(catalog.table(table), source) ?? choiceProblem(catalog, reference);
    if (wrong) note(at, wrong);
  };
  const noteExpression = (/** @type {Reference} */ reference) => {
    const wrong = expressionProblem(catalog, reference) ?? choiceProblem(catalog, reference);
    if (wrong) note(reference.at, wrong);
  };
  const noteFormula = (/** @type {string} */ table) => {
    const owner = catalog.hasTable(table) ? catalog.table(table) : null;
    const wrong = owner?.hasField(name) ? formulaProblem(catalog, owner, owner.field(name)) : null;
    if (wrong) note('formula', wrong);
  };
  const noteDefault = (/** @type {string} */ table, /** @type {string} */ source) => {
    const owner = catalog.hasTable(table) ? catalog.table(table) : null;
    const wrong = owner?.hasField(name) ? defaultProblem(catalog, owner, owner.field(name), source) : null;
    if (wrong) note('default', wrong);
  };
  try {
    mapObject(object, { catalog, registry }, (reference) => {
      if (reference.kind === 'expression') noteRule(reference);
      const unknown = fixedProblem(catalog, registry, reference);
      if (unknown) note(reference.at, unknown);
      if (exists(catalog, reference) || missingTables.has(reference.table ?? '')) return;
      if (reference.kind === 'table') missingTables.add(reference.name);
      note(reference.at, missing(reference));
    });
  } catch (error) {
    note(
      '',
      phrase`It can't be read: ${error instanceof AppError ? error.phrases.message : /** @type {Error} */ (error).message}`,
    );
  }
  return found.values();
}

/** @param {Values} table @param {string} source @returns {Message | null} */
function ruleProblem(table, source) {
  try {
    table.rules.read(table, source);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.phrases.message;
    throw error;
  }
}

/** A comparison that never holds. @param {StoredCatalog} catalog @param {Reference} reference @returns {Message | null} */
function choiceProblem(catalog, reference) {
  try {
    const scope = scopeOf(catalog, catalog.table(String(reference.table)), reference);
    const [first] = unknownChoices(readExpression(reference.name, scope).tree, scope);
    return first ? noChoice(first.field, first.value) : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * A fixed text for a field with choices that is none of them, so that saving fails.
 *
 * @param {StoredCatalog} catalog @param {Registry} registry @param {Reference} reference @returns {Message | null}
 */
function fixedProblem(catalog, registry, { kind, table, name, setTo }) {
  if (kind !== 'field' || setTo === undefined || !table || !catalog.hasTable(table)) return null;
  const owner = catalog.table(table);
  const field = owner.hasField(name) ? owner.field(name) : null;
  if (field?.traits.value !== 'choice' || field.traits.isMany || !registry.has('fieldType', field.type)) return null;
  const type = registry.fieldType(field.type);
  try {
    type.validate(type.parse(setTo, field), field);
    return null;
  } catch (error) {
    if (error instanceof AppError) return noChoice(field, setTo);
    throw error;
  }
}

/** @param {Pick<import('@plinth/plugin').Field, 'label'>} field @param {string} value @returns {Message} */
const noChoice = ({ label }, value) => phrase`"${value.slice(0, 100)}" is not a choice of "${label}"`;

/** What is missing. @param {Reference} reference @returns {Message} */
export function missing({ kind, name, table, ...rest }) {
  if (kind === 'field')
    return table ? phrase`Table "${table}" has no field "${name}"` : phrase`There is no field "${name}"`;
  const what = kind === 'definition' ? /** @type {any} */ (rest).definition : kind;
  const words = what.replace(/[A-Z]/g, (/** @type {string} */ c) => ` ${c.toLowerCase()}`);
  return phrase`There is no ${new Phrase(words)} "${name}"`;
}
