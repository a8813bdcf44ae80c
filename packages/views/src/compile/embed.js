/** @import { EmbedRelation, Rendered, Table } from '@plinth/plugin' */
/** @import { Scope, Compiled } from './scope.js' */
import { AppError, EMPTY, Html } from '@plinth/plugin';
import { shownOnly } from './scope.js';

/**
 * Places another view. A view of the same row that can be rendered as part of it needs no statement of its own; any
 * other becomes a slot that the plan fills.
 *
 * @param {Scope} scope @param {{ view: string, relation?: EmbedRelation, state?: Record<string, unknown> }} options
 * @returns {Rendered}
 */
export function embedView(scope, { view, relation = { kind: 'independent' }, state = {} }) {
  const { compilation, table } = scope;
  const compiled = compilation.compileView(view);
  checkRelation(relation, table, compiled.table, compilation.catalog.view(view).label);
  if (scope.relation) throw unsuited('A view can not be placed inside the rows of a form');
  if (relation.kind === 'same' && compiled.view.row && scope.mode === 'row') return inline(scope, compiled);

  return slotFor(scope, { view, relation, state });
}

/** A place for what the plan renders. @param {Scope} scope @param {Omit<import('@plinth/plugin').EmbeddedView, 'slot'>} embed @returns {Rendered} */
function slotFor(scope, embed) {
  const slot = scope.compilation.nextSlot();
  scope.embeds.push({ slot, ...embed, ...(scope.roles.length > 0 && { roles: [...scope.roles] }) });
  scope.texts.push({ slot, ...shownOnly(scope) });
  /** @type {Rendered} */
  const filled = (m) => {
    const found = m.slots[slot];
    return found instanceof Html ? found : EMPTY;
  };
  if (scope.mode !== 'form') return filled;
  // The view may contain a form, and forms can't be nested, so it is printed after the surrounding one.
  scope.after.push(filled);
  return EMPTY;
}

/**
 * Places a view that is not stored. Who sees the element sees it, with the rows that they may read.
 *
 * @param {Scope} scope @param {Parameters<import('@plinth/plugin').ElementCompiler['place']>[0]} made @returns {Rendered}
 */
export function placeView(scope, { name, label, template, table, config }) {
  const { compilation } = scope;
  if (scope.relation) throw unsuited('A view can not be placed inside the rows of a form');
  const view = { id: '', name, label, description: '', template, table, config, roles: ['public'], app: null };
  const compiled = compilation.compileMade(view);
  return slotFor(scope, {
    view: name,
    relation: { kind: 'independent' },
    state: {},
    made: { compiled, label, template },
  });
}

/** @param {Scope} scope @param {Compiled} compiled @returns {Rendered} */
export function inline(scope, compiled) {
  const { row } = compiled.view;
  if (!row) throw unsuited('This view prints no single row');
  adopt(scope, compiled);
  scope.selects.adopt(row.select);
  scope.embeds.push(...compiled.found.embeds);
  for (const { roles = [], when = [], ...part } of compiled.view.texts ?? []) {
    const around = { roles: [...scope.roles, ...roles], when: [...scope.when, ...when] };
    scope.texts.push({ ...part, ...shownOnly(around) });
  }
  return (m) => row.render(m);
}

/**
 * Adds what an inner view needs to the outer one. Its actions remain its own, since they are posted to it.
 *
 * @param {Pick<Scope, 'compilation'>} scope @param {Compiled} compiled
 */
export function adopt(scope, { found }) {
  const all = scope.compilation.found;
  for (const name of found.reads) all.reads.add(name);
  for (const name of found.scripts) all.scripts.add(name);
  for (const name of found.styles) all.styles.add(name);
  for (const [key, gone] of found.actionForms) all.actionForms.set(key, gone);
  if (found.varies.user) all.varies.user = true;
  if (found.varies.zone) all.varies.zone = true;
  if (found.varies.time) all.varies.time = true;
  if (found.varies.address) all.varies.address = true;
}

/** @param {EmbedRelation} relation @param {Table | null} table @param {Table | null} inner @param {string} label */
function checkRelation(relation, table, inner, label) {
  if (relation.kind === 'independent') return;
  if (!table) throw unsuited(`"${label}" is placed by its relation to a row, and there is no row here`);
  const expected = relatedTable(relation, table);
  if (expected === null) throw unsuited(`${table.label} has no such relation for "${label}"`);
  if (inner?.name !== expected) throw unsuited(`"${label}" shows another table than the relation leads to`);
}

/** @param {EmbedRelation} relation @param {Table} table @returns {string | null} */
function relatedTable(relation, table) {
  if (relation.kind === 'child') return relation.relation.split('.')[0];
  if (relation.kind === 'parent') return table.hasField(relation.field) ? table.field(relation.field).target : null;
  return table.name;
}

/** @param {string} message */
function unsuited(message) {
  return new AppError('EMBED_UNSUITED', message, { status: 422, hint: 'Choose another view or another relation' });
}
