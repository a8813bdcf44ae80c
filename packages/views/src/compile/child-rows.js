/** @import { FormModel, Html, Message, Node, Rendered, Result, RowModel, Row } from '@plinth/plugin' */
/** @import { Scope } from './scope.js' */
import { AppError, html, mayDo, phrase, raw, renderer } from '@plinth/plugin';
import { mayDoToRow } from './may.js';
import { createRowsQuery } from './rows-query.js';
import { shownOnly } from './scope.js';
import { createSelectList } from './select-list.js';

export const CHILD_ROWS_SCRIPT = 'core-views/js/views/child-rows.js';

/**
 * Child rows edited inside the form: existing ones, those entered if the form is shown again with errors, and some
 * empty ones, so that rows can be added without JavaScript.
 *
 * @param {Scope} scope @param {string} relation as in "replies.thread" @param {readonly Node[]} nodes
 * @param {{ spare?: number, limit?: number, label?: string }} options
 * @param {(scope: Scope, nodes: readonly Node[]) => Rendered} compileChildren
 * @returns {Rendered}
 */
export function childRows(scope, relation, nodes, { spare = 1, limit = 50, label }, compileChildren) {
  const { compilation } = scope;
  const { catalog, t } = compilation;
  const table = childTable(scope, relation);
  /** Conditions of the surrounding form apply to the control as a whole. @type {Scope} */
  const inner = { ...scope, table, selects: createSelectList(), controls: [], when: [], relation };
  const row = renderer(compileChildren(inner, nodes));
  const print = createEntry(row, {
    update: mayDoToRow(inner, table, 'update'),
    remove: mayDoToRow(inner, table, 'delete'),
    t,
    icon: compilation.icon,
  });
  if (inner.controls.length === 0) throw misplaced(phrase`The rows of ${table.label} have no form fields`);

  const field = relation.split('.')[1];
  scope.controls.push({ field, children: { relation, controls: inner.controls }, ...shownOnly(scope) });
  compilation.found.reads.add(table.name);
  scope.scripts.add(CHILD_ROWS_SCRIPT);
  const slot = compilation.nextSlot();
  const query = createRowsQuery(table, {
    select: inner.selects.list(),
    sort: [{ field: 'id' }],
    // One more row shows whether there are others.
    limit: limit + 1,
    paging: false,
  });
  scope.embeds.push({
    slot,
    view: '',
    relation: { kind: 'child', relation },
    state: {},
    data: query,
    ...rolesOf(scope),
  });
  const title = label ? t(label) : catalog.table(table.name).label;
  const rest = t('views.edit.more_rows', { count: limit });
  const add = html`<button type="button" class="btn btn-sm" data-pl-add-row hidden>${compilation.icon('plus')} ${t('views.edit.add_row')}</button>`;

  return (m) => {
    const mayAdd = mayDo(table, 'create', m.env.actor);
    const result = /** @type {Result | null} */ (m.slots[slot] ?? null);
    const stored = result?.rows.slice(0, limit) ?? [];
    const entries = entriesOf(relation, stored, m.form, mayAdd ? spare : 0);
    const rows = entries.map((entry) => print(m, relation, entry));
    const blank = mayAdd && print(m, relation, { n: '__n__', row: null, removed: false });
    const cut = stored.length < (result?.rows.length ?? 0) && html`<p class="form-hint m-0">${rest}</p>`;
    return html`<fieldset class="pl-child-rows mb-3" data-pl-rows="${relation}"><legend class="form-label">${title}</legend>${rows}${cut}${blank && html`<template>${blank}</template>${add}`}</fieldset>`;
  };
}

/** @param {Scope} scope @param {string} relation */
function childTable(scope, relation) {
  if (scope.mode !== 'form' || !scope.table || scope.relation) {
    throw misplaced('Child rows can only be edited directly inside a form');
  }
  const found = scope.compilation.catalog
    .children(scope.table.name)
    .find((child) => `${child.table.name}.${child.field.name}` === relation);
  if (!found) {
    throw new AppError('RELATION_NOT_FOUND', phrase`${scope.table.label} has no child rows "${relation}"`, {
      status: 422,
      hint: 'Choose a relation field of another table that points to this table',
    });
  }
  return found.table;
}

/** @param {Scope} scope */
function rolesOf({ roles }) {
  return roles.length > 0 ? { roles: [...roles] } : {};
}

/** @param {Message} message */
function misplaced(message) {
  return new AppError('ELEMENT_MISPLACED', message, { status: 422 });
}

/**
 * @typedef {{ n: number | string, row: Row | null, removed: boolean }} Entry
 * @param {string} relation
 * @param {readonly Row[]} rows as stored
 * @param {FormModel | null} form
 * @param {number} spare
 * @returns {Entry[]}
 */
function entriesOf(relation, rows, form, spare) {
  const typed = typedIndexes(relation, form);
  if (typed.length > 0) {
    return typed.map((n) => {
      const id = String(form?.values[`${relation}.${n}.id`] ?? '');
      const removed = Boolean(form?.values[`${relation}.${n}.remove`]);
      return { n, row: rows.find((row) => String(row.id) === id) ?? null, removed };
    });
  }
  /** @type {Entry[]} */
  const entries = rows.map((row, n) => ({ n, row, removed: false }));
  for (let i = 0; i < spare; i++) entries.push({ n: rows.length + i, row: null, removed: false });
  return entries;
}

/** @param {string} relation @param {FormModel | null} form */
function typedIndexes(relation, form) {
  const found = new Set();
  for (const key of Object.keys(form?.values ?? {})) {
    if (!key.startsWith(`${relation}.`)) continue;
    const n = key.slice(relation.length + 1).split('.')[0];
    if (/^\d{1,4}$/.test(n)) found.add(Number(n));
  }
  return [...found].sort((a, b) => a - b);
}

/**
 * Prints one row of the form. A row that the user may not change is read-only and not submitted; one that they may not
 * delete has no checkbox for it.
 *
 * @param {(m: RowModel) => Html} row
 * @param {{ update: (m: RowModel) => boolean, remove: (m: RowModel) => boolean, t: (key: string) => string, icon:
 *   (name: string) => Html }} options
 * @returns {(m: RowModel, relation: string, entry: Entry) => Html}
 */
function createEntry(row, { update, remove, t, icon }) {
  const word = t('views.edit.remove_row');
  const trash = icon('trash');
  return (m, relation, entry) => {
    const prefix = `${relation}.${entry.n}.`;
    const id = entry.row?.id ?? null;
    const own = { ...m, row: entry.row, rowId: id, prefix, choices: m.choices ?? m.row ?? undefined };
    const inner = row(own);
    if (id !== null && !update(own)) {
      return html`<fieldset class="pl-child-row" disabled data-pl-row>${inner}</fieldset>`;
    }
    const removeId = `${m.location.id}-${prefix}remove`;
    const checked = entry.removed ? raw(' checked') : '';
    const key = id === null ? '' : html`<input type="hidden" name="${prefix}id" value="${id}">`;
    const box =
      (id === null || remove(own)) &&
      html`<div class="pl-child-remove"><input class="visually-hidden" type="checkbox" id="${removeId}" name="${prefix}remove" value="on"${checked}><label class="btn btn-icon btn-ghost" for="${removeId}" title="${word}">${trash}<span class="visually-hidden">${word}</span></label></div>`;
    return html`<div class="pl-child-row" data-pl-row>${key}${inner}${box}</div>`;
  };
}
