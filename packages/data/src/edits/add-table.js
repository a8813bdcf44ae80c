/** @import { Edit } from './types.d.ts' */
/** @import { Draft } from './draft.js' */
import { inputInvalid } from '@plinth/plugin';
import { findTable } from './base/find.js';
import { AUTO, autoField, checkField, fieldContext, idField } from './base/fields.js';
import { checkAppOf } from './base/app-of.js';
import { free, onlyKeys, tableName } from './base/names.js';
import { checkAccess, checkConstraints, checkIndexes, checkOwner } from './base/table-parts.js';
import { iconName, labelOf, line, oneOf, paragraph, yesNo } from './base/texts.js';

const KEYS = ['name', 'label', 'description', 'icon', 'app', 'key', 'display', 'history', 'owner', 'access', 'fields', 'auto', 'constraints', 'indexes'];

/** @type {Edit} */
export const edit = {
  name: 'add-table',
  summary: (input) => `Add table "${input.label || input.name}"`,
  plan(draft, input) {
    onlyKeys('add-table', input, KEYS);
    const name = free('table', tableName(input.name), draft.catalog.tables);
    const key = oneOf('key', input.key, ['identity', 'uuid'], 'identity');
    const id = draft.add('table', name, {
      label: line('label', input.label, labelOf(name)),
      description: paragraph('description', input.description),
      icon: iconName('icon', input.icon, 'table'),
      app: checkAppOf(input.app, draft.catalog),
      key,
      display: 'id',
      history: yesNo('history', input.history),
      owner: null,
      access: checkAccess(input.access, draft.catalog),
      constraints: [],
      indexes: [],
    });
    addFields(draft, id, key, input);
    // What names fields of the table can only be checked now that they are there.
    const table = findTable(draft.catalog, id);
    draft.merge(id, {
      display: displayOf(input.display, table, draft),
      owner: checkOwner(input.owner, table),
      constraints: checkConstraints(input.constraints ?? [], draft, table),
      indexes: checkIndexes(input.indexes ?? [], draft, table),
    });
  },
};

/** @param {Draft} draft @param {string} id @param {'identity' | 'uuid'} key @param {any} input */
function addFields(draft, id, key, input) {
  const given = input.fields ?? [];
  if (!Array.isArray(given)) throw inputInvalid({ fields: 'must be a list' });
  const autos = input.auto ?? (given.some((field) => field?.auto) ? [] : Object.keys(AUTO));
  if (!Array.isArray(autos)) throw inputInvalid({ auto: 'must be a list' });
  draft.add('field', 'id', idField(key), { parent: id });
  for (const field of given) {
    if (field?.auto === 'id') continue;
    if (field?.auto) draft.add('field', field.auto, relabelled(autoField(field.auto), field), { parent: id });
    else {
      const checked = checkField(field, fieldContext(draft, id));
      draft.add('field', checked.name, checked.body, { parent: id });
    }
  }
  for (const auto of new Set(autos)) draft.add('field', auto, autoField(auto), { parent: id });
}

/** @param {any} body @param {any} given */
function relabelled(body, given) {
  return { ...body, label: line('label', given.label, body.label), description: paragraph('description', given.description) };
}

/** @param {unknown} wanted @param {import('@plinth/plugin').Table} table @param {Draft} draft */
function displayOf(wanted, table, { registry }) {
  if (typeof wanted === 'string' && wanted !== '') return table.field(wanted).name;
  const own = table.fields.filter((field) => !field.auto && registry.fieldType(field.type).storage === 'column');
  const text = own.find((field) => registry.fieldType(field.type).group === 'text');
  return (text ?? own[0])?.name ?? 'id';
}
