/** @import { Catalog, RowModel, Table, View } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { address, isOfType, mayDo, mayOpen } from '@plinth/plugin';
import { fieldAt } from './field-at.js';

/** What can take the text that somebody looked for. */
const TITLES = [{ value: /** @type {const} */ ('text'), isLong: false }];

/** @typedef {{ url: string, label: string, title: string | null }} RowCreator label: "New company"; title: the field for what was typed */

/**
 * The form for a new row of the table that a relation leads to, for those who may open it and add rows.
 *
 * @param {Scope} scope @param {string} path of the relation @param {string | true} wanted name of the form; true: the usual one
 * @returns {(m: Pick<RowModel, 'env'>) => RowCreator | null}
 */
export function rowCreator(scope, path, wanted) {
  const { catalog, t } = scope.compilation;
  const { target } = fieldAt(scope, path);
  const table = target && catalog.hasTable(target) ? catalog.table(target) : null;
  if (!table || table.system) return () => null;
  const forms = wanted === true ? formsOf(catalog, table) : [catalog.view(wanted)].filter(isFormOf(table));
  const { singular: one, label } = table;
  const says = one ? t('views.edit.heading.newOne', { label, one }) : t('views.edit.heading.new', { label });
  const display = table.hasField(table.display) ? table.field(table.display) : null;
  const title = display && isOfType(display, TITLES) ? display.name : null;
  return ({ env }) => {
    const form = mayDo(table, 'create', env.actor) && forms.find(({ roles }) => mayOpen(roles, env.actor));
    return form ? { url: address(`/view/${form.name}`, {}), label: says, title } : null;
  };
}

/** @param {Table} table @returns {(view: View) => boolean} */
const isFormOf = (table) => (view) => view.template === 'edit' && view.table === table.name;

/** First those by which lists of the table add rows: others may be for visitors. @param {Catalog} catalog @param {Table} table @returns {View[]} */
function formsOf(catalog, table) {
  const forms = catalog.views.filter(isFormOf(table));
  const ofLists = new Set(
    catalog.views.filter((view) => view.table === table.name).map(({ config }) => config.createView),
  );
  return [...forms.filter(({ name }) => ofLists.has(name)), ...forms.filter(({ name }) => !ofLists.has(name))];
}
