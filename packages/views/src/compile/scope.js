/** @import { Rendered, Catalog, EmbeddedView, Filter, FormControl, Formats, Html, Node, PlacedAction, PlacedViewText, Registry, Table, Translate, Varies, CompiledView, PlacedCondition } from '@plinth/plugin' */
import { readExpression } from '@plinth/expressions';
import { createSelectList } from './select-list.js';

/**
 * The state while one view or page is compiled; its scopes add to it. isMarked: its nodes are marked for the builder;
 * printed: gets what each of them prints instead.
 *
 * @typedef {{
 *   catalog: Catalog, registry: Registry, t: Translate, formats: Formats, icon: (name: string) => Html,
 *   owner: { kind: 'view' | 'page', name: string }, isMarked: boolean, printed?: Map<string, Html>,
 *   problem: (at: string, error: unknown) => void,
 *   report: (error: Error) => void,
 *   compileView: (name: string) => Compiled, compileMade: (view: import('@plinth/plugin').View) => Compiled,
 *   found: Found,
 *   nextSlot: () => string,
 * }} Compilation
 *
 * What the compiled parts of a view need of the plan and of the server.
 * @typedef {{
 *   reads: Set<string>, scripts: Set<string>, styles: Set<string>, varies: { user: boolean, zone: boolean, time: boolean, address: boolean },
 *   embeds: EmbeddedView[], actions: Record<string, PlacedAction>, actionForms: Map<string, string | null>,
 *   controls: FormControl[],
 * }} Found
 * @typedef {{ view: CompiledView, found: Found, table: Table | null, live?: boolean, about?: import('./bar.js').About }} Compiled live: open browsers
 *   follow it; about: of a page
 *
 * One layout, or one part of a template: in which table, how, and what it selects. relation: of the child rows in a form
 * that it is about, as in "replies.thread". cells: fields whose values are edited in place; null: none may be. lifted: a node that is compiled in a way of its own.
 * @typedef {{
 *   compilation: Compilation, table: Table | null, mode: 'page' | 'row' | 'form' | 'filter',
 *   selects: ReturnType<typeof createSelectList>, choices: ReturnType<typeof createSelectList>,
 *   controls: FormControl[], embeds: EmbeddedView[], actions: Record<string, PlacedAction>, texts: PlacedViewText[],
 *   scripts: Set<string>, after: Rendered[], roles: (readonly string[])[],
 *   readers: (readonly string[])[], when: readonly PlacedCondition[], relation: string | null, at: string,
 *   pieces: readonly string[], cells: Set<string> | null,
 *   lifted?: { place: Node, compile: (scope: Scope) => Rendered },
 * }} Scope
 */

/** @returns {Found} */
export function createFound() {
  return {
    reads: new Set(),
    scripts: new Set(),
    styles: new Set(),
    varies: { user: false, zone: false, time: false, address: false },
    embeds: [],
    actions: {},
    actionForms: new Map(),
    controls: [],
  };
}

/** @param {Compilation} compilation @param {Table | null} table @param {Scope['mode']} mode @returns {Scope} */
export function createScope(compilation, table, mode) {
  const selects = createSelectList();
  if (table) compilation.found.reads.add(table.name);
  return {
    compilation,
    table,
    mode,
    selects,
    choices: selects,
    controls: compilation.found.controls,
    embeds: compilation.found.embeds,
    actions: compilation.found.actions,
    texts: [],
    scripts: compilation.found.scripts,
    after: [],
    roles: [],
    readers: [],
    when: [],
    relation: null,
    at: '',
    pieces: [],
    cells: null,
  };
}

/** @param {Scope} scope @param {Varies | undefined} varies */
export function noteVaries(scope, varies) {
  const { varies: all } = scope.compilation.found;
  if (varies?.user) all.user = true;
  if (varies?.time) all.time = true;
}

/**
 * Records the tables that a path reads: a change in any of them may change what is shown.
 *
 * @param {Scope} scope @param {string} path
 */
export function noteReads(scope, path) {
  let table = scope.table;
  for (const step of path.split('.')) {
    if (!table || !table.hasField(step)) return;
    const { target } = table.field(step);
    table = target && scope.compilation.catalog.hasTable(target) ? scope.compilation.catalog.table(target) : null;
    if (table) scope.compilation.found.reads.add(table.name);
  }
}

/**
 * Records the tables, and the use of user and time, in a condition.
 *
 * @param {Scope} scope @param {Filter | undefined} filter
 */
export function noteFilter(scope, filter) {
  if (!filter) return;
  if ('all' in filter) return filter.all.forEach((step) => noteFilter(scope, step));
  if ('any' in filter) return filter.any.forEach((step) => noteFilter(scope, step));
  if ('not' in filter) return noteFilter(scope, filter.not);
  if ('child' in filter) {
    const [name] = filter.child.split('.');
    const { catalog, found } = scope.compilation;
    if (!catalog.hasTable(name)) return;
    found.reads.add(name);
    return noteFilter({ ...scope, table: catalog.table(name) }, filter.where);
  }
  if ('expression' in filter) return noteExpression(scope, filter);
  noteReads(scope, filter.field);
  const { value } = filter;
  if (!value || typeof value !== 'object' || Array.isArray(value)) return;
  if ('user' in value) noteVaries(scope, { user: true });
  if ('now' in value || 'today' in value) noteVaries(scope, { time: true });
  if ('path' in value) noteReads(scope, value.path);
}

/** @param {Scope} scope @param {{ expression: string, of?: string }} filter */
function noteExpression(scope, { expression, of }) {
  const { catalog, found } = scope.compilation;
  if (of) noteReads(scope, of);
  let { table } = scope;
  for (const step of of?.split('.') ?? []) table = table && catalog.table(table.field(step).target ?? '');
  const { tables, user, time } = readExpression(expression, { catalog, table, result: ['bool'] });
  for (const name of tables) found.reads.add(name);
  noteVaries(scope, { user: user.some((name) => name !== 'roles'), time: time !== null });
}

/**
 * The roles and conditions under which a button or control of this scope is shown, checked again when it is posted.
 *
 * @param {{ roles: (readonly string[])[], when: readonly PlacedCondition[] }} scope @returns {{ roles?: (readonly string[])[], when?: PlacedCondition[] }}
 */
export function shownOnly({ roles, when }) {
  return { ...(roles.length > 0 && { roles: [...roles] }), ...(when.length > 0 && { when: [...when] }) };
}
