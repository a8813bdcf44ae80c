/** @import { Edit } from '../types.d.ts' */
/** @import { Draft } from './base/draft.js' */
/** @import { Table } from '@plinth/plugin' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { checkFieldAccess } from './base/field-access.js';
import { findField, findTable } from './base/find.js';
import { onlyKeys } from './base/names.js';
import { checkAccess, checkOwner } from './base/table-parts.js';
import { OWNER, existing, part, takes } from './base/takes.js';

/** @type {Edit} */
export const edit = {
  name: 'set-access',
  about: 'Replaces who may use a table; the access of fields can be set with it or on its own',
  takes: takes({ table: existing('table') }, { access: part('access'), owner: OWNER, fields: part('fieldsAccess') }),
  summary: (input, catalog) => phrase`Change who may use "${findTable(catalog, input.table).label}"`,
  plan(draft, input) {
    const table = findTable(draft.catalog, input.table);
    const fieldsOnly = input.access === undefined && input.fields !== undefined;
    if (!fieldsOnly) draft.merge(table.id, { access: checkAccess(input.access, draft.catalog) });
    if (input.owner !== undefined) draft.merge(table.id, { owner: checkOwner(input.owner, table) });
    if (input.fields !== undefined) setFields(draft, table, input.fields);
  },
};

/** Fields that are not named keep their access. @param {Draft} draft @param {Table} table @param {any} fields */
function setFields(draft, table, fields) {
  onlyKeys(
    'fields',
    fields,
    table.fields.map(({ name }) => name),
  );
  for (const [name, given] of Object.entries(fields)) {
    const field = findField(table, name);
    const access = checkFieldAccess(given, draft.catalog.roles, `fields.${name}`);
    if (access && field.auto === 'id')
      throw inputInvalid({ [`fields.${name}`]: 'can be read by all who may read the row' });
    draft.merge(field.id, { access: access ?? undefined });
  }
}
