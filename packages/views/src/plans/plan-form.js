/** @import { Actor, Catalog, Formats, FormControl, FormModel, Registry, Table, ViewState } from '@plinth/plugin' */
/** @import { PlanNode } from './plan-tree.js' */
/** @import { Posted } from './submission.js' */
/** @import { StoredRows } from './shown-parts.js' */
import { AppError, phrase } from '@plinth/plugin';
import { acceptedControls } from './accepted-controls.js';
import { lastText } from './posted-rows.js';
import { NO_ROWS, createStoredRows } from './shown-parts.js';
import { readSubmission, typedValues } from './submission.js';

/**
 * A submitted form with something to correct.
 *
 * @typedef {{ values: Posted, errors: Record<string, string>, stored?: StoredRows }} Typed
 */

/**
 * The submission part of a plan whose view is a form.
 *
 * @param {PlanNode} main
 * @param {{ catalog: Catalog, registry: Registry, formats: Formats, parents: (table: string) => ReadonlySet<string>,
 *   stateFor: (query: URLSearchParams, actor: Actor) => ViewState }} options
 */
export function createPlanForm(main, { catalog, registry, formats, parents, stateFor }) {
  const { view, found } = /** @type {NonNullable<PlanNode['compiled']>} */ (main.compiled);
  const { controls } = found;
  const children = (/** @type {string} */ relation) => {
    const name = relation.split('.')[0];
    return catalog.hasTable(name) ? catalog.table(name) : null;
  };
  const stored = view.form && main.table ? createStoredRows(main.table, children, controls) : null;

  return {
    read,
    formModel,

    /**
     * What has to be read of the stored rows before a submitted form can be understood: what the conditions of its
     * controls depend on.
     *
     * @param {{ values: Posted, query: URLSearchParams, actor: Actor }} request
     */
    storedRows: ({ values, query, actor }) =>
      stored?.ask(values, stateFor(query, actor)) ?? { queries: [], finish: () => NO_ROWS },

    /**
     * The field of a control's uploaded file, or null if this actor can't see such a control.
     *
     * @param {string} name "picture" or "replies.thread.0.picture"
     * @param {{ values: Posted, actor: Actor, stored?: StoredRows }} posted
     */
    fileTarget(name, { values, actor, stored: rows = NO_ROWS }) {
      if (!main.table) return null;
      const form = { table: main.table, controls, posted: values, actor, row: rows.row, registry, formats };
      const found = controlAt(name, form, rows, children);
      return found && isFileField(found.table, found.field) ? { table: found.table.name, field: found.field } : null;
    },
  };

  /**
   * @param {Pick<Typed, 'values' | 'stored'>} typed
   * @param {URLSearchParams} query
   * @param {Actor} actor
   * @param {Record<string, unknown>} fixed
   */
  function read({ values, stored: rows }, query, actor, fixed) {
    const table = formTable(main);
    const own = { posted: values, state: stateFor(query, actor), actor, stored: rows, parents: parents(table.name) };
    return readSubmission({ table, children, controls, fixed, registry, formats, ...own });
  }

  /** @param {Typed} typed @param {URLSearchParams} query @param {Actor} actor @returns {FormModel} */
  function formModel(typed, query, actor) {
    const sent = read(typed, query, actor, {});
    return {
      values: typedValues(formTable(main), controls, typed.values, children, { registry, formats }),
      errors: errorsByControl(typed.errors, sent.children),
      id: sent.id,
    };
  }
}

/**
 * Messages of child rows come with the row's position among those sent; the form uses its own numbers for rows.
 *
 * @param {Record<string, string>} errors @param {ReturnType<typeof readSubmission>['children']} children
 */
function errorsByControl(errors, children) {
  return Object.fromEntries(
    Object.entries(errors).map(([key, message]) => {
      const sent = children.find(({ relation }) => key.startsWith(`${relation}.`));
      if (!sent) return [key, message];
      const [index, ...rest] = key.slice(sent.relation.length + 1).split('.');
      return [[sent.relation, sent.rows[Number(index)]?.n ?? index, ...rest].join('.'), message];
    }),
  );
}

/** @param {PlanNode} main @returns {Table} */
function formTable(main) {
  if (main.compiled?.view.form && main.table) return main.table;
  throw new AppError('VIEW_NOT_FORM', phrase`"${main.label}" is not a form`, {
    status: 405,
    hint: 'Submit the data to a form',
  });
}

/**
 * The control under whose name something was submitted, if its value is accepted.
 *
 * @param {string} name @param {Parameters<typeof acceptedControls>[0]} form @param {StoredRows} stored
 * @param {(relation: string) => Table | null} children
 * @returns {{ table: Table, field: string } | null}
 */
function controlAt(name, form, stored, children) {
  for (const { field, children: inner } of acceptedControls(form)) {
    if (!inner && field === name) return { table: form.table, field };
    const table = inner && name.startsWith(`${inner.relation}.`) ? children(inner.relation) : null;
    if (!inner || !table) continue;
    const [, n, wanted] = /^(\d{1,4})\.(\w+)$/.exec(name.slice(inner.relation.length + 1)) ?? [];
    if (!wanted) continue;
    const prefix = `${inner.relation}.${n}.`;
    const row = stored.children[inner.relation]?.get(lastText(form.posted[`${prefix}id`])) ?? null;
    const own = acceptedControls({ ...form, table, controls: inner.controls, row, prefix });
    if (own.some((control) => !control.children && control.field === wanted)) return { table, field: wanted };
  }
  return null;
}

/** @param {Table} table @param {string} name */
function isFileField(table, name) {
  return table.hasField(name) && table.field(name).traits.value === 'files';
}
