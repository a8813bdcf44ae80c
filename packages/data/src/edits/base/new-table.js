/** @import { Draft } from '../draft.js' */
import { inputInvalid } from '@plinth/plugin';
import { findTable } from './find.js';
import { checkFieldAccess } from './field-access.js';
import { AUTO, autoField, checkField, fieldContext, idField } from './fields.js';
import { checkAppOf } from './app-of.js';
import { free, onlyKeys, tableName } from './names.js';
import { checkAccess, checkConstraints, checkIndexes, checkOwner, checkPerson } from './table-parts.js';
import { iconName, labelOf, line, oneOf, paragraph, yesNo } from './texts.js';

const KEYS = [
  'name',
  'label',
  'description',
  'icon',
  'app',
  'key',
  'display',
  'history',
  'owner',
  'person',
  'access',
  'fields',
  'auto',
  'constraints',
  'indexes',
];

/**
 * First half of a new table: the table alone. Tables that point at each other are all started before any is finished.
 *
 * @param {Draft} draft @param {any} input as of add-table
 * @returns {string} its id
 */
export function startTable(draft, input) {
  onlyKeys('add-table', input, KEYS);
  const name = free('table', tableName(input.name), draft.catalog.tables);
  return draft.add('table', name, {
    label: line('label', input.label, labelOf(name)),
    description: paragraph('description', input.description),
    icon: iconName('icon', input.icon, 'table'),
    app: checkAppOf(input.app, draft.catalog),
    key: oneOf('key', input.key, ['identity', 'uuid'], 'identity'),
    display: 'id',
    history: yesNo('history', input.history),
    owner: null,
    person: null,
    access: checkAccess(input.access, draft.catalog),
    constraints: [],
    indexes: [],
  });
}

/**
 * Second half: its fields, and what names them.
 *
 * @param {Draft} draft @param {string} id @param {any} input as of add-table
 */
export function finishTable(draft, id, input) {
  addFields(draft, id, oneOf('key', input.key, ['identity', 'uuid'], 'identity'), input);
  // What names fields of the table can only be checked now that they are there.
  const table = findTable(draft.catalog, id);
  draft.merge(id, {
    display: displayOf(input.display, table, draft),
    owner: checkOwner(input.owner, table),
    person: checkPerson(input.person, table, draft),
    constraints: checkConstraints(input.constraints ?? [], draft, table),
    indexes: checkIndexes(input.indexes ?? [], draft, table),
  });
}

/** @param {Draft} draft @param {string} id @param {'identity' | 'uuid'} key @param {any} input */
function addFields(draft, id, key, input) {
  const given = input.fields ?? [];
  if (!Array.isArray(given)) throw inputInvalid({ fields: 'must be a list' });
  const autos = input.auto ?? (given.some((field) => field?.auto && !field.formula) ? [] : Object.keys(AUTO));
  if (!Array.isArray(autos)) throw inputInvalid({ auto: 'must be a list' });
  draft.add('field', 'id', idField(key), { parent: id });
  for (const field of given) {
    if (field?.auto === 'id') continue;
    if (field?.auto && !field.formula)
      draft.add('field', field.auto, relabelled(autoField(field.auto), field, draft), { parent: id });
    else {
      const checked = checkField(field, fieldContext(draft, id));
      draft.add('field', checked.name, checked.body, { parent: id });
    }
  }
  for (const auto of new Set(autos)) draft.add('field', auto, autoField(auto), { parent: id });
}

/** @param {any} body @param {any} given @param {Draft} draft */
function relabelled(body, given, draft) {
  const access = checkFieldAccess(given.access, draft.catalog.roles);
  return {
    ...body,
    label: line('label', given.label, body.label),
    description: paragraph('description', given.description),
    ...(access && { access }),
  };
}

/** @param {unknown} wanted @param {import('@plinth/plugin').Table} table @param {Draft} draft */
function displayOf(wanted, table, { registry }) {
  if (typeof wanted === 'string' && wanted !== '') return table.field(wanted).name;
  const own = table.fields.filter((field) => !field.auto && registry.fieldType(field.type).storage === 'column');
  const text = own.find((field) => registry.fieldType(field.type).group === 'text');
  return (text ?? own[0])?.name ?? 'id';
}
