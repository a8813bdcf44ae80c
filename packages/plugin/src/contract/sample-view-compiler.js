/** @import { Actor, CompiledLayout, Query, QuerySpec, RowsOptions, ViewCompiler, ViewState } from '../index.d.ts' */
import { Html, html } from '../html.js';
import { sampleCompiler, sampleRow } from './sample-compiler.js';

/**
 * A view compiler that accepts everything, for contract tests of view templates. Layouts and embedded views print the
 * first column.
 *
 * @param {Record<string, string>} [types] of fields by name; others are texts
 * @returns {ViewCompiler}
 */
export function sampleViewCompiler(types) {
  const c = sampleCompiler(types);
  const { catalog, registry, table, t, formats, icon } = c;
  const select = [{ as: 'c1', field: 'name' }];
  /** @type {CompiledLayout['render']} */
  const render = (m) => html`<p>${m.row?.c1}</p>`;
  const parts = {
    select,
    embeds: [],
    controls: [{ field: 'name' }],
    actions: {},
    scripts: [],
    after: [],
    texts: [],
    cells: [],
  };
  return {
    catalog,
    registry,
    table,
    t,
    formats,
    icon,
    layout: () => ({ ...parts, render }),
    embedded: () => ({ query: () => null, render: () => new Html(''), row: { select, render } }),
    scope: () => ({ c, done: () => parts }),
    attempt: (at, part) => part(),
    rows: sampleRows,
    narrowing: () => ({
      tools: () => null,
      chips: () => null,
      choices: () => null,
      controls: [],
      scripts: [],
      styles: [],
    }),
    url: { view: (name) => `/view/${name}` },
    columnMark: () => new Html(''),
    startValue: () => ({ waits: false, varies: { user: false, time: false }, evaluate: () => null }),
  };
}

/**
 * One spec per shape of state, like the real compiler.
 *
 * @param {RowsOptions} options
 * @returns {(state: ViewState, actor: Actor) => Query}
 */
function sampleRows({ select, limit = 25, parts }) {
  /** @type {QuerySpec} */
  const spec = Object.freeze({ table: 'things', select, limit, ...(parts && { parts }) });
  return () => ({ spec, params: {} });
}

/** The state of a view whose address is empty, or selects a row. @param {string | null} id @returns {ViewState} */
export function sampleState(id) {
  return { ...sampleRow().state, id };
}
