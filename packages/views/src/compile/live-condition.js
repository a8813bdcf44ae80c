/** @import { Html, PlacedCondition, RowModel } from '@plinth/plugin' */
/** @import { Expression } from '@plinth/expressions' */
/** @import { Scope } from './scope.js' */
import { html, parseTyped } from '@plinth/plugin';
import { CARRIED, factsOf } from './expression.js';

const SCRIPT = 'core-views/js/views/when.js';
/**
 * A condition of a form, or of its child rows, that the browser evaluates again on input: one that depends only on
 * controls of this form, the user and the time. Null: only the server evaluates it.
 *
 * @param {Scope} scope @param {PlacedCondition & { expression: Expression }} condition
 * @returns {{ holds: (m: RowModel) => boolean, isLive: () => boolean, wrap: (content: Html, shown: boolean, m:
 *   RowModel) => Html } | null}
 */
export function liveCondition(scope, { expression, holds }) {
  const { table, mode, compilation } = scope;
  const { reads, tree, user } = expression;
  const names = Object.keys(reads.fields);
  if (mode !== 'form' || !table || names.length === 0 || Object.keys(reads.lists).length > 0) return null;
  if (!names.every((name) => table.hasField(name) && table.field(name).traits.isLive)) return null;
  if (!user.every((name) => CARRIED.includes(name))) return null;
  scope.scripts.add(SCRIPT);
  const { controls } = scope;
  const timeZone = compilation.catalog.settings.timeZone ?? 'UTC';

  return {
    // Known when the whole form is compiled.
    isLive: () => names.every((name) => controls.some(({ field, children }) => !children && field === name)),

    holds(m) {
      const { form, prefix = '' } = m;
      const typed = names.filter((name) => form && Object.hasOwn(form.values, prefix + name));
      const parsed = (/** @type {string} */ name) =>
        parseTyped(compilation.registry, table.field(name), form?.values[prefix + name], null);
      const values = Object.fromEntries(typed.map((name) => [name, parsed(name)]));
      return holds({ row: { ...m.row, ...values }, env: m.env });
    },

    wrap(content, shown, { env: { actor }, prefix = '' }) {
      const json = JSON.stringify({ tree, fields: reads.fields, user: factsOf(actor, user), timeZone, prefix });
      // Without scripts, the server's result stands.
      return html`<div class="pl-when" data-pl-when="${json}">${shown ? content : html`<template>${content}</template>`}</div>`;
    },
  };
}
