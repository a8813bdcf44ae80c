/** @import { Values } from '@plinth/plugin' */
/** @import { Edit } from '../types.d.ts' */
import { phrase } from '@plinth/plugin';
import { checkAppOf } from './base/app-of.js';
import { COMMENTS } from './base/new-table.js';
import { findTable } from './base/find.js';
import { changed, keysOf } from './base/given.js';
import { free, onlyKeys, tableName } from './base/names.js';
import { rename } from './base/rename.js';
import { checkOwner, checkPerson } from './base/table-parts.js';
import { days, iconName, labelOf, line, oneOf, paragraph, yesNo } from './base/texts.js';
import { existing, part, takes } from './base/takes.js';

const KEYS = [
  'name',
  'label',
  'singular',
  'description',
  'icon',
  'app',
  'display',
  'history',
  'historyDays',
  'comments',
  'owner',
  'person',
];

/** @type {Edit} */
export const edit = {
  name: 'change-table',
  about: 'Changes a table itself; there are edits of their own for fields, access, rules and indexes',
  takes: takes({ table: existing('table'), changes: part('tableChanges') }),
  summary: (input, catalog, changes) =>
    phrase`Change table "${findTable(catalog, input.table).label}" (${keysOf(input, changes)})`,
  plan(draft, input) {
    const before = findTable(draft.catalog, input.table);
    const wanted = changed(input, pick(before));
    onlyKeys('a table', wanted, KEYS);
    rename(draft, 'table', before, free('table', tableName(wanted.name), draft.catalog.tables, before.id));
    const table = findTable(draft.catalog, before.id);
    draft.merge(table.id, {
      label: line('label', wanted.label, labelOf(table.name)),
      description: paragraph('description', wanted.description),
      icon: iconName('icon', wanted.icon, 'table'),
      app: checkAppOf(wanted.app, draft.catalog),
      display: table.field(String(wanted.display || 'id')).name,
      history: yesNo('history', wanted.history),
      historyDays: days('historyDays', wanted.historyDays),
      singular: line('singular', wanted.singular),
      comments: oneOf('comments', wanted.comments, COMMENTS, 'off'),
      owner: checkOwner(wanted.owner, table),
      person: checkPerson(wanted.person, table, draft),
    });
  },
};

/** @param {Values} table */
function pick(table) {
  return Object.fromEntries(KEYS.map((key) => [key, table[key]]));
}
