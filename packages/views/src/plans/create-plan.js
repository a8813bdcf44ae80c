/** @import { Actor, Catalog, Formats, FormControl, FormModel, Query, Registry, RenderEnv, Result, Row, Table, ViewState, Html } from '@plinth/plugin' */
/** @import { PlanNode } from './plan-tree.js' */
/** @import { Posted } from './submission.js' */
/** @import { StoredRows } from './shown-parts.js' */
/** @import { Typed } from './plan-form.js' */
/** @import { Readable } from './plans.js' */
/**
 * @typedef {Omit<Parameters<typeof exportedRows>[1], 'reading'>} Exported
 * @typedef {{ actor: Actor, query: URLSearchParams, env: RenderEnv, form?: Typed, hasBar?: boolean,
 *   fragments?: import('./fragments.js').Fragments | null }} Asked hasBar: title and main action are wanted apart, for the top
 *   bar; fragments: those that were printed before, and those to keep
 */
import { address, isSignedIn, mayOpen } from '@plinth/plugin';
import { layFragments } from './fragments.js';
import { createHides } from './hidden-names.js';
import { stateOf } from './node-state.js';
import { describedRow } from './described-row.js';
import { exportedRows } from './exported-rows.js';
import { startPlan } from './plan.js';
import { createPlanForm } from './plan-form.js';
import { columnsOf, isShown } from './shown-parts.js';

/**
 * What a view or page compiles to.
 *
 * @param {{ name: string, title: string, description: string, roles: readonly string[] }} head
 * @param {readonly PlanNode[]} nodes the view itself first
 * @param {{ catalog: Catalog, registry: Registry, formats: Formats, readable: Readable, parents: (table: string) =>
 *   ReadonlySet<string> }} around
 *   parents: fields that a form's address may set although the form lacks them
 */
export function createPlan(head, nodes, { catalog, registry, formats, readable, parents }) {
  const [main] = nodes;
  const compiled = /** @type {NonNullable<PlanNode['compiled']>} */ (main.compiled);
  const { form = null } = compiled.view;
  const { controls, actions } = compiled.found;
  const readingOf = createReading(catalog, { registry, formats, readable });
  const posted = createPlanForm(main, { catalog, registry, formats, parents, stateFor });

  const laid = layFragments(nodes, (own) => gather(own, catalog));

  return Object.freeze({
    ...head,
    ...gather(nodes, catalog),
    /** Actions that may be posted to this view or page, by node id. */
    actions,
    /**
     * The action of a node, if the actor can see the node. `select` is what `isShown` has to know about the row, if
     * there is one: the conditions for showing the button.
     *
     * @param {string} node @param {Actor} actor
     */
    action(node, actor) {
      const found = Object.hasOwn(actions, node) ? actions[node] : null;
      if (!found || !isShown({ roles: found.roles }, actor, null)) return null;
      const isThere = (/** @type {Record<string, unknown> | null} */ row) => isShown(found, actor, row);
      return { action: found.action, config: found.config, select: columnsOf([found]), isShown: isThere };
    },
    controls,
    /** Whether parts of it can be kept apart. */
    hasFragments: laid.size > 0,
    /** Fields of its table that its cells edit in place. */
    cells: compiled.view.cells ?? [],
    /** What can be done to several of its rows at once. */
    selecting: compiled.view.selecting ?? null,
    exported: (/** @type {Exported} */ asked) => exportedRows(nodes, { ...asked, reading: readingOf(asked.actor) }),
    /** @param {{ query: URLSearchParams, actor: Actor }} asked */
    described: (asked) => describedRow(nodes, { ...asked, reading: readingOf(asked.actor) }),
    form,
    table: main.table?.name ?? null,
    fileTarget: posted.fileTarget,
    storedRows: posted.storedRows,

    /** @param {Asked} request */
    start({ form: typed, ...asked }) {
      const form = typed ? posted.formModel(typed, asked.query, asked.actor) : null;
      return startPlan(nodes, readingOf, { ...asked, form, laid });
    },

    /** @param {{ values: Posted, query: URLSearchParams, actor: Actor, stored?: StoredRows }} request */
    submission({ values, query, actor, stored: rows }) {
      return posted.read({ values, stored: rows }, query, actor, form?.fixed ?? {});
    },

    /**
     * Where to go after saving.
     *
     * @param {Row} saved
     * @param {{ query: URLSearchParams, actor: Actor, values?: Posted }} request
     * @returns {string} path and query on this site
     */
    destination(saved, { query, actor, values }) {
      const state = stateFor(query, actor);
      if (values?._next === 'new' && state.id === null) return address(`/view/${head.name}`, state.presets);
      const wanted = form?.destination(saved, state, actor) ?? null;
      // The key of a new row is not put into the address for those who may not see it.
      const id = state.id ?? (isSignedIn(actor) ? saved.id : null);
      return wanted ?? ownPath(values?._return) ?? address(`/view/${head.name}`, id === null ? state.presets : { id });
    },

    hides: createHides(main.table, (actor) => readingOf(actor).reads),
    /**
     * Which field's choices a control of this view may ask for, if this actor can see the control.
     *
     * @param {string} name "table.field", or a field of the view's table
     * @param {Actor} actor
     * @returns {{ table: string, field: string } | null}
     */
    choices(name, actor) {
      const [table, field] = name.includes('.') ? name.split('.') : [main.table?.name ?? '', name];
      return hasControl(controls, main.table?.name ?? '', { table, field }, actor) ? { table, field } : null;
    },

    /**
     * The same by the control's name on the page: "customer", "orders.customer" in a filter among other views, or
     * "lines.order.0.product" in a child row.
     *
     * @param {string} control @param {Actor} actor
     * @returns {{ table: string, field: string } | null}
     */
    choicesOf(control, actor) {
      for (const { compiled, table, parent, roles } of nodes) {
        if (!compiled || !table || (parent >= 0 && !mayOpen(roles, actor))) continue;
        const wanted = fieldOf(control, table.name, parent < 0);
        if (wanted && hasControl(compiled.found.controls, table.name, wanted, actor)) return wanted;
      }
      return null;
    },
  });

  /** @param {URLSearchParams} query @param {Actor} actor */
  function stateFor(query, actor) {
    return /** @type {ViewState} */ (stateOf(main, query, null, readingOf(actor)));
  }
}

/**
 * @param {string} control
 * @param {string} table of the view
 * @param {boolean} isMain
 * @returns {{ table: string, field: string } | null}
 */
function fieldOf(control, table, isMain) {
  const [first, second, n, field] = control.split('.');
  if (field !== undefined) return isMain && /^\d+$/.test(n) ? { table: first, field } : null;
  if (second !== undefined) return first === table && n === undefined ? { table, field: second } : null;
  return isMain ? { table, field: first } : null;
}

/**
 * How an address is read for an actor.
 *
 * @param {Catalog} catalog @param {{ registry: Registry, formats: Formats, readable: Readable }} parts
 */
function createReading(catalog, { registry, formats, readable }) {
  return (/** @type {Actor} */ actor) => ({
    registry,
    formats,
    reads: (/** @type {Table} */ table, /** @type {string} */ path) => readable(catalog, actor, table, path),
  });
}

/**
 * What the page cache and the shell need to know, over all views of the plan.
 *
 * @param {readonly PlanNode[]} nodes
 * @param {Catalog} catalog
 */
function gather(nodes, catalog) {
  const reads = new Set();
  const scripts = new Set();
  const styles = new Set();
  const varies = { user: false, zone: false, time: false };
  for (const { compiled } of nodes) {
    if (!compiled) continue;
    for (const name of compiled.found.reads) reads.add(name);
    for (const script of compiled.found.scripts) scripts.add(script);
    for (const style of compiled.found.styles) styles.add(style);
    varies.user ||= compiled.found.varies.user;
    varies.zone ||= compiled.found.varies.zone;
    varies.time ||= compiled.found.varies.time;
  }
  // If a role reads its own rows or those of a rule, each user sees different ones.
  const isOwn = (/** @type {string} */ name) =>
    catalog.hasTable(name) &&
    Object.values(catalog.table(name).access).some(({ read }) => read !== 'all' && read !== 'none');
  varies.user ||= [...reads].some(isOwn);
  const listOf = (/** @type {Set<unknown>} */ set) => /** @type {string[]} */ ([...set]);
  return { reads: listOf(reads), scripts: listOf(scripts), styles: listOf(styles), varies };
}

/**
 * A condition on the row counts as met, because it is about what is being typed, which has not been sent yet.
 *
 * @param {readonly FormControl[]} controls @param {string} of table of the controls
 * @param {{ table: string, field: string }} wanted @param {Actor} actor @returns {boolean}
 */
function hasControl(controls, of, wanted, actor) {
  return controls.some(({ field, children, roles, when = [] }) => {
    if (!isShown({ roles, when: when.filter(({ ofRow }) => !ofRow) }, actor, null)) return false;
    if (children) return hasControl(children.controls, children.relation.split('.')[0], wanted, actor);
    return of === wanted.table && field === wanted.field;
  });
}

/** Only paths on this site; anything else could lead people away. @param {string | string[] | undefined} value */
function ownPath(value) {
  return typeof value === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(value) ? value : null;
}
