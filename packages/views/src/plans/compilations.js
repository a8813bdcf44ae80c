/** @import { Catalog, Problem, Table } from '@plinth/plugin' */
/** @import { Compilation, Compiled } from '../compile/scope.js' */
import { AppError, html, isAdmin } from '@plinth/plugin';
import { createFound } from '../compile/scope.js';
import { compileView } from '../compile/view-compiler.js';

/**
 * Compiles the views of a catalog in one language and time zone, each once, and collects their problems.
 *
 * @param {Catalog} catalog @param {{ locale: string, timeZone: string }} reader
 * @param {Parameters<typeof import('./plans.js').createPlans>[1]} options
 */
export function createCompilations(catalog, { locale, timeZone }, options) {
  const { registry, t, formats, icon, noteZone, report = () => {}, marks = null } = options;
  /** @type {Map<string, Compiled>} */
  const views = new Map();
  /** @type {Map<string, Problem>} */
  const problems = new Map();
  /** Views being compiled; one that is met again is embedded in itself. @type {Set<string>} */
  const open = new Set();
  let slots = 0;

  /** @param {'view' | 'page'} kind @param {{ id: string, name: string }} owner @returns {Compilation} */
  const compilation = (kind, owner) => ({
    catalog,
    registry,
    t: t(locale),
    formats: formats(locale, timeZone),
    icon,
    owner: { kind, name: owner.name },
    ...markingOf(marks, kind, owner.name),
    problem: note(kind, owner),
    report,
    compileView: compiledView,
    compileMade: (view) => compileView(view, { ...compilation(kind, owner), isMarked: false, printed: undefined }),
    found: createFound(),
    nextSlot: () => `${owner.name}.${++slots}`,
  });

  /** @param {'view' | 'page'} kind @param {{ id: string, name: string }} owner */
  const note = (kind, owner) => (/** @type {string} */ at, /** @type {unknown} */ error) => {
    const phrase = error instanceof AppError ? error.phrases.message : undefined;
    const message = error instanceof Error ? error.message : String(error);
    problems.set(`${kind}/${owner.name}/${at}/${message}`, {
      kind,
      id: owner.id,
      name: owner.name,
      at,
      message,
      phrase,
    });
  };

  /** @param {string} name @returns {Compiled} */
  const compiledView = (name) => {
    const known = views.get(name);
    if (known) return known;
    const view = catalog.view(name);
    // The view around it only needs its table; the plan refuses the loop when it lays the views out.
    if (open.has(name)) return broken(tableOf(view.table), '');
    open.add(name);
    /** @type {Compiled} */
    let compiled;
    try {
      compiled = noted(() => compileView(view, compilation('view', view)));
    } catch (error) {
      note('view', view)('config', error);
      compiled = broken(tableOf(view.table), view.label);
    } finally {
      open.delete(name);
    }
    views.set(name, compiled);
    return compiled;
  };

  /** Notes whether it was compiled for its time zone. @param {() => Compiled} compile */
  const noted = (compile) => {
    const { made, zone } = noteZone ? noteZone(compile) : { made: compile(), zone: true };
    if (zone) made.found.varies.zone = true;
    return made;
  };

  /** @param {string | null} name */
  const tableOf = (name) => (name !== null && catalog.hasTable(name) ? catalog.table(name) : null);

  return { compilation, compiledView, noted, note, problems: () => [...problems.values()] };
}

/**
 * Replaces a view that can't be compiled, so that the page around it still renders.
 *
 * @param {Table | null} table @param {string} label @returns {Compiled}
 */
function broken(table, label) {
  return {
    found: createFound(),
    table,
    view: {
      query: () => null,
      render: (result, { env }) =>
        isAdmin(env.actor)
          ? html`<div class="alert alert-warning" role="alert">${env.t('views.broken', { view: label })}</div>`
          : html``,
    },
  };
}

/** Whether the nodes of a view or page are marked or noted. @param {import('./plans.js').Marks | null} marks @param {'view' | 'page'} kind @param {string} name */
function markingOf(marks, kind, name) {
  const own = marks?.kind === kind && marks.name === name ? marks : null;
  return { isMarked: own !== null && !own.printed, printed: own?.printed };
}
