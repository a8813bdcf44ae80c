/** @import { CompiledLayout, CompiledView, RenderContext, Result, RowsOptions, ViewCompiler, View, ViewTemplate, Table } from '@plinth/plugin' */
/** @import { Compilation, Compiled, Scope } from './scope.js' */
import { AppError, address, asPhrase, checkSettings, html, phrase, renderer } from '@plinth/plugin';
import { compileWithBar } from './bar.js';
import { compileNode, createElementCompiler } from './element-compiler.js';
import { adopt } from './embed.js';
import { compileExpression } from './expression.js';
import { createNarrowing } from './narrowing.js';
import { columnMark } from './node-marks.js';
import { guarded, isPlugins, named } from './guarded.js';
import { noteStyles } from './note-styles.js';
import { createRowsQuery } from './rows-query.js';
import { createScope, noteFilter, noteReads } from './scope.js';

const LIVE_SCRIPT = 'core-views/js/views/live.js';

/**
 * Compiles a view by its template.
 *
 * @param {View} view @param {Compilation} compilation @returns {Compiled}
 * @throws {AppError} what the template found wrong with its configuration
 */
export function compileView(view, compilation) {
  const { registry, catalog } = compilation;
  const template = registry.viewTemplate(view.template);
  const table = view.table === null ? null : catalog.table(view.table);
  if (template.needsTable && !table) {
    throw new AppError('VIEW_INVALID', phrase`The view "${view.label}" (${asPhrase(template.label)}) needs a table`, {
      status: 422,
    });
  }
  const config = checkSettings(template.settings, view.config, 'config');
  const compiled = compileTemplate(template, { ...view, config }, compilation, table);
  const { found } = compilation;
  if (table) found.reads.add(table.name);
  for (const name of compiled.reads ?? []) found.reads.add(name);
  for (const script of [...(template.scripts ?? []), ...(compiled.scripts ?? [])]) found.scripts.add(script);
  noteStyles(compilation, 'viewTemplate', template, [...(template.styles ?? []), ...(compiled.styles ?? [])]);
  if (compiled.varies?.user) found.varies.user = true;
  if (compiled.varies?.time) found.varies.time = true;
  for (const embed of compiled.embeds ?? []) if (!found.embeds.includes(embed)) found.embeds.push(embed);
  for (const control of compiled.controls ?? []) if (!found.controls.includes(control)) found.controls.push(control);
  Object.assign(found.actions, compiled.actions);
  const live = config.live === true && compiled.live !== false;
  if (live) found.scripts.add(LIVE_SCRIPT);
  return { view: compiled, found, table, live };
}

/**
 * @param {ViewTemplate} template
 * @param {View} view
 * @param {Compilation} compilation
 * @param {Table | null} table
 * @returns {CompiledView}
 */
function compileTemplate(template, view, compilation, table) {
  try {
    const compiled = template.compile(view, createViewCompiler(compilation, table));
    if (!isPlugins(compilation, 'viewTemplate', template.name)) return compiled;
    const print = guarded(compilation, 'viewTemplate', template, (/** @type {Printing} */ { result, context }) =>
      compiled.render(result, context),
    );
    const { row } = compiled;
    return {
      ...compiled,
      render: (result, context) => html`${print({ result, context, env: context.env })}`,
      ...(row && {
        row: {
          ...row,
          render: guarded(compilation, 'viewTemplate', template, (m) => row.render(m.bar ? { ...m, bar: null } : m)),
        },
      }),
    };
  } catch (error) {
    throw named(compilation, 'viewTemplate', template, error);
  }
}

/** @typedef {{ result: Result | null, context: RenderContext, env: RenderContext['env'] }} Printing */

/** @param {Compilation} compilation @param {Table | null} table @returns {ViewCompiler} */
function createViewCompiler(compilation, table) {
  const { catalog, registry, t, formats, icon } = compilation;
  /** @type {ViewCompiler} */
  const compiler = {
    catalog,
    registry,
    table,
    t,
    formats,
    icon,
    layout: (root, options) => {
      const scope = createScope(compilation, table, modeOf(options));
      if (options?.cells) scope.cells = new Set();
      const render = renderer(options?.bar ? compileWithBar(scope, root) : compileNode(scope, root));
      return { ...doneWith(scope), render };
    },
    scope: (options) => {
      const scope = createScope(compilation, table, modeOf(options));
      return { c: createElementCompiler(scope), done: () => doneWith(scope) };
    },
    embedded: (name) => {
      const inner = compilation.compileView(name);
      if (inner.table?.name !== table?.name) {
        throw new AppError('EMBED_UNSUITED', phrase`"${name}" is a view of a different table`, { status: 422 });
      }
      adopt({ compilation }, inner);
      return { ...inner.view, embeds: inner.found.embeds };
    },
    attempt: (at, part) => {
      try {
        return part();
      } catch (error) {
        compilation.problem(at, error);
        return null;
      }
    },
    rows: (options) => rowsQuery(compilation, table, options),
    url: { view: (name, state = {}) => address(`/view/${name}`, state) },
    narrowing: (view, first) => createNarrowing(view, first, compiler),
    columnMark: (index) => html`${columnMark(compilation, index)}`,
    startValue: (source) => startValue(source, table, catalog),
  };
  return compiler;
}

/** @param {string} source @param {Table | null} table @param {Compilation['catalog']} catalog */
function startValue(source, table, catalog) {
  const { expression, varies, evaluate } = compileExpression(source, { table, catalog, select: () => '' });
  return { waits: Object.keys(expression.reads.fields).length > 0, varies, evaluate };
}

/** @param {{ form?: boolean, filter?: boolean } | undefined} options @returns {Scope['mode']} */
const modeOf = (options) => (options?.form ? 'form' : options?.filter ? 'filter' : 'row');

/** @param {Compilation} compilation @param {Table | null} table @param {RowsOptions} options */
function rowsQuery(compilation, table, options) {
  if (!table) throw new AppError('VIEW_INVALID', 'Rows can only be read from a table', { status: 422 });
  const scope = createScope(compilation, table, 'row');
  noteFilter(scope, options.where);
  for (const { field } of options.sort ?? []) noteReads(scope, field);
  // Conditions and search words from the URL may read labels of related rows.
  if (options.search) for (const field of table.fields) if (field.target) noteReads(scope, field.name);
  return createRowsQuery(table, options, compilation.formats.locale);
}

/** @param {Scope} scope @returns {Omit<CompiledLayout, 'render'>} */
function doneWith(scope) {
  return {
    select: scope.selects.list(),
    embeds: scope.embeds,
    controls: scope.controls,
    actions: scope.actions,
    scripts: [...scope.scripts],
    after: scope.after,
    texts: scope.texts,
    cells: [...(scope.cells ?? [])],
  };
}
