/** @import { Actor, Catalog, FormControl, FormModel, Query, Registry, RenderEnv, Result, Table, ViewState, Html } from '@plinth/plugin' */
/** @import { PlanNode } from './plan-tree.js' */
/** @import { Posted } from './submission.js' */
import { hasRole } from '../compile/element-compiler.js';
import { AppError, phrase } from '@plinth/plugin';
import { stateOf } from './node-state.js';
import { startPlan } from './plan.js';
import { readSubmission, typedValues } from './submission.js';

const FILE_TYPES = new Set(['file', 'image']);

/**
 * What a view or page compiled to.
 *
 * @param {{ name: string, title: string, description: string, roles: readonly string[] }} head
 * @param {readonly PlanNode[]} nodes the view itself first @param {Catalog} catalog @param {Registry} registry
 */
export function createPlan(head, nodes, catalog, registry) {
  const [main] = nodes;
  const compiled = /** @type {NonNullable<PlanNode['compiled']>} */ (main.compiled);
  const { form } = compiled.view;
  const { controls, actions } = compiled.found;
  const reading = { registry, timeZone: catalog.settings.timeZone };
  const children = (/** @type {string} */ relation) => {
    const name = relation.split('.')[0];
    return catalog.hasTable(name) ? catalog.table(name) : null;
  };

  return Object.freeze({
    ...head,
    ...gather(nodes, catalog),
    /** Actions that may be posted to this view or page, by node id. */
    actions,
    /** The action of a node, for whom the node is shown. @param {string} node @param {Actor} actor */
    action(node, actor) {
      const found = Object.hasOwn(actions, node) ? actions[node] : null;
      return found && (found.roles ?? []).every((list) => hasRole(actor.roles, list)) ? found : null;
    },
    controls,
    form: form ?? null,
    table: main.table?.name ?? null,
    fileControls: fileControls(main.table, controls),

    /**
     * @param {{ actor: Actor, query: URLSearchParams, env: RenderEnv, form?: { values: Posted, errors: Record<string, string> } }} request
     */
    start({ actor, query, env, form: typed }) {
      return startPlan(nodes, reading, { actor, query, env, form: typed ? formModel(typed, query, actor) : null });
    },

    /** @param {{ values: Posted, query: URLSearchParams, actor: Actor }} request */
    submission({ values, query, actor }) {
      const table = formTable(main, form);
      const state = stateFor(query);
      return readSubmission({ table, children, controls, fixed: form?.fixed ?? {}, posted: values, state, actor });
    },

    /**
     * Where to go after saving.
     *
     * @param {{ id: string | number, created: boolean }} saved @param {URLSearchParams} query @param {Posted} [values]
     * @returns {string} path and query on this site
     */
    destination(saved, query, values) {
      const wanted = form?.destination(saved, stateFor(query)) ?? null;
      return wanted ?? ownPath(values?._return) ?? `/view/${head.name}?id=${encodeURIComponent(saved.id)}`;
    },

    /**
     * Which field's choices a control of this view may ask for.
     *
     * @param {string} name "table.field", or a field of the view's table
     * @returns {{ table: string, field: string } | null}
     */
    choices(name) {
      const [table, field] = name.includes('.') ? name.split('.') : [main.table?.name ?? '', name];
      return hasControl(controls, main.table?.name ?? '', table, field) ? { table, field } : null;
    },
  });

  /** @param {URLSearchParams} query */
  function stateFor(query) {
    return /** @type {ViewState} */ (stateOf(main, query, null, reading));
  }

  /** @param {{ values: Posted, errors: Record<string, string> }} typed @param {URLSearchParams} query @param {Actor} actor @returns {FormModel} */
  function formModel({ values, errors }, query, actor) {
    const table = formTable(main, form);
    const state = stateFor(query);
    const sent = readSubmission({ table, children, controls, fixed: {}, posted: values, state, actor });
    return {
      values: typedValues(table, controls, values, children, registry),
      errors: errorsByControl(errors, sent.children),
      id: state.id,
    };
  }
}

/**
 * Messages of child rows come back by the row's place among those sent; the form knows rows by their own numbers.
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

/** What the page cache and the shell need to know, over all views of the plan. @param {readonly PlanNode[]} nodes @param {Catalog} catalog */
function gather(nodes, catalog) {
  const reads = new Set();
  const scripts = new Set();
  const varies = { user: false, time: false };
  for (const { compiled } of nodes) {
    if (!compiled) continue;
    for (const name of compiled.found.reads) reads.add(name);
    for (const script of compiled.found.scripts) scripts.add(script);
    varies.user ||= compiled.found.varies.user;
    varies.time ||= compiled.found.varies.time;
  }
  // Where a role reads only its own rows, each user sees other ones.
  const isOwn = (/** @type {string} */ name) =>
    catalog.hasTable(name) && Object.values(catalog.table(name).access).some(({ read }) => read === 'own');
  varies.user ||= [...reads].some(isOwn);
  return { reads: /** @type {string[]} */ ([...reads]), scripts: /** @type {string[]} */ ([...scripts]), varies };
}

/** @param {PlanNode} main @param {{ table: string } | undefined} form @returns {Table} */
function formTable(main, form) {
  if (form && main.table) return main.table;
  throw new AppError('VIEW_NOT_FORM', phrase`"${main.label}" is no form that could be saved`, {
    status: 405,
    hint: 'Post to an edit view',
  });
}

/** @param {Table | null} table @param {readonly FormControl[]} controls */
function fileControls(table, controls) {
  return controls
    .filter(({ field, children }) => !children && table?.hasField(field) && FILE_TYPES.has(table.field(field).type))
    .map(({ field }) => field);
}

/** @param {readonly FormControl[]} controls @param {string} of @param {string} table @param {string} field @returns {boolean} */
function hasControl(controls, of, table, field) {
  return controls.some(({ field: name, children }) =>
    children
      ? hasControl(children.controls, children.relation.split('.')[0], table, field)
      : of === table && name === field,
  );
}

/** A path of this site; anything else could lead a person away. @param {string | string[] | undefined} value */
function ownPath(value) {
  return typeof value === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(value) ? value : null;
}
