/** @import { Values } from '@plinth/plugin' */
/** @import { Draft } from './draft.js' */
/** @import { Scope } from '../../types.d.ts' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { findTable } from './find.js';
import { checkFieldAccess } from './field-access.js';
import { AUTO, autoField, isStamp, checkField, fieldContext, idField } from './fields.js';
import { described } from './described.js';
import { free, onlyKeys, tableName } from './names.js';
import { checkAccess, checkConstraints, checkIndexes, checkOwner, checkPerson } from './table-parts.js';
import { days, iconName, line, oneOf, paragraph, yesNo } from './texts.js';

/** Who may comment on rows of a table. */
export const COMMENTS = ['off', 'readers', 'editors'];

const KEYS = [
  'name',
  'label',
  'description',
  'icon',
  'app',
  'key',
  'display',
  'history',
  'historyDays',
  'singular',
  'comments',
  'owner',
  'person',
  'access',
  'fields',
  'auto',
  'constraints',
  'indexes',
];

/**
 * Adds tables that may refer to each other: all are created before any gets its fields, and all have their fields
 * before anything that names fields is checked. Each step builds the Catalog once, however many tables there are.
 *
 * @param {Draft} draft @param {readonly unknown[]} inputs as for add-table, with different names
 * @param {() => Promise<void>} [yieldTurn] awaited between tables, see yield.js
 */
export async function addTables(draft, inputs, yieldTurn = async () => {}) {
  if (inputs.length === 0) return;
  /** @type {Scope} */
  let scope = draft;
  /** @param {(input: unknown, i: number) => void} step */
  const each = async (step) => {
    const { catalog, registry } = draft;
    scope = { catalog, registry };
    for (const [i, input] of inputs.entries()) {
      step(input, i);
      await yieldTurn();
    }
  };
  /** @type {string[]} */
  const ids = [];
  await each((input) => ids.push(startTable(draft, input, scope)));
  await each((input, i) => addFields(draft, ids[i], input, scope));
  await each((input, i) => finishTable(draft, ids[i], input, scope));
  refuseTwoPersons(inputs);
}

/** @param {Draft} draft @param {any} input @param {Scope} scope @returns {string} its id */
function startTable(draft, input, { catalog }) {
  onlyKeys('add-table', input, KEYS);
  const name = free('table', tableName(input.name), catalog.tables);
  return draft.add('table', name, {
    ...described(input, name, catalog),
    icon: iconName('icon', input.icon, 'table'),
    key: oneOf('key', input.key, ['identity', 'uuid'], 'identity'),
    display: 'id',
    history: yesNo('history', input.history, true),
    historyDays: days('historyDays', input.historyDays),
    singular: line('singular', input.singular),
    comments: oneOf('comments', input.comments, COMMENTS, 'off'),
    owner: null,
    person: null,
    access: checkAccess(input.access, catalog),
    constraints: [],
    indexes: [],
  });
}

/**
 * Everything that names fields of the table.
 *
 * @param {Draft} draft @param {string} id @param {any} input @param {Scope} scope
 */
function finishTable(draft, id, input, scope) {
  const table = findTable(scope.catalog, id);
  draft.merge(id, {
    display: displayOf(input.display, table, scope),
    owner: checkOwner(input.owner, table),
    person: checkPerson(input.person, table, scope),
    constraints: checkConstraints(input.constraints ?? [], scope, table),
    indexes: checkIndexes(input.indexes ?? [], scope, table),
  });
}

/** None of these sees what the others add to people. @param {readonly any[]} inputs */
function refuseTwoPersons(inputs) {
  const [first, second] = inputs.filter(({ person }) => person);
  if (second)
    throw inputInvalid({ person: phrase`"${first.label || first.name}" already holds the profile fields of users` });
}

/** @param {Draft} draft @param {string} id @param {any} input @param {Scope} scope */
function addFields(draft, id, input, scope) {
  const given = input.fields ?? [];
  if (!Array.isArray(given)) throw inputInvalid({ fields: 'must be a list' });
  const autos = input.auto ?? (given.some((field) => isStamp(field)) ? [] : Object.keys(AUTO));
  if (!Array.isArray(autos)) throw inputInvalid({ auto: 'must be a list' });
  /** @type {{ name: string, id: string }[]} */
  const siblings = [];
  const add = (/** @type {string} */ name, /** @type {Values} */ body) =>
    siblings.push({ name: free('field', name, siblings), id: draft.add('field', name, body, { parent: id }) });
  add('id', idField(oneOf('key', input.key, ['identity', 'uuid'], 'identity')));
  for (const field of given) {
    if (field?.auto === 'id') continue;
    if (isStamp(field)) add(field.auto, relabelled(autoField(field.auto), field, scope));
    else {
      const { name, body } = checkField(field, { ...fieldContext(scope, id), siblings });
      add(name, body);
    }
  }
  for (const auto of new Set(autos)) add(auto, autoField(auto));
}

/** @param {any} body @param {any} given @param {Scope} scope */
function relabelled(body, given, { catalog }) {
  const access = checkFieldAccess(given.access, catalog.roles);
  return {
    ...body,
    label: line('label', given.label, body.label),
    description: paragraph('description', given.description),
    ...(access && { access }),
  };
}

/** @param {unknown} wanted @param {import('@plinth/plugin').Table} table @param {Scope} scope */
function displayOf(wanted, table, { registry }) {
  if (typeof wanted === 'string' && wanted !== '') return table.field(wanted).name;
  const own = table.fields.filter((field) => !field.auto && registry.fieldType(field.type).storage === 'column');
  const text = own.find((field) => registry.fieldType(field.type).group === 'text');
  return (text ?? own[0])?.name ?? 'id';
}
