/** @import { Actor, AppError, Catalog, FormControl, FormModel, Formats, Html, Problem, Registry, RenderEnv, Table, Translate } from '@plinth/plugin' */
/** @import { Compilation, Compiled } from '../compile/scope.js' */
/** @import { Posted } from './submission.js' */
import { html } from '@plinth/plugin';
import { compileNode } from '../compile/element-compiler.js';
import { renderer } from '../compile/rendered.js';
import { createFound, createScope } from '../compile/scope.js';
import { compileView } from '../compile/view-compiler.js';
import { createPlan } from './create-plan.js';
import { layPlan } from './plan-tree.js';

/** @typedef {ReturnType<typeof createPlan>} Plan */

/**
 * The plans of one catalog. Each view is compiled once per language, when it is first asked for.
 *
 * @param {Catalog} catalog
 * @param {{ registry: Registry, t: (locale: string) => Translate,
 *   formats: (locale: string, timeZone: string) => Formats, icon: (name: string) => Html }} options
 */
export function createPlans(catalog, options) {
  /** @type {Map<string, ReturnType<typeof createLanguage>>} */
  const languages = new Map();
  /** @param {string} locale */
  const language = (locale) => {
    let found = languages.get(locale);
    if (!found) languages.set(locale, (found = createLanguage(catalog, locale, options)));
    return found;
  };

  return {
    /** @param {string} name @param {string} [locale] @returns {Plan} */
    view: (name, locale = catalog.settings.locale) => language(locale).view(name),
    /** @param {string} name @param {string} [locale] @returns {Plan} */
    page: (name, locale = catalog.settings.locale) => language(locale).page(name),
    /** Everything is compiled to find them. @returns {readonly Problem[]} */
    get problems() {
      return language(catalog.settings.locale).problems();
    },
  };
}

/**
 * @param {Catalog} catalog @param {string} locale
 * @param {Parameters<typeof createPlans>[1]} options
 */
function createLanguage(catalog, locale, { registry, t, formats, icon }) {
  /** @type {Map<string, Compiled>} */
  const compiledViews = new Map();
  /** @type {Map<string, Plan>} */
  const plans = new Map();
  /** @type {Map<string, Problem>} */
  const problems = new Map();
  /** Views being compiled: one that is met again is placed inside itself. @type {Set<string>} */
  const open = new Set();
  let slots = 0;

  /** @param {'view' | 'page'} kind @param {{ id: string, name: string }} owner @returns {Compilation} */
  const compilation = (kind, owner) => ({
    catalog,
    registry,
    t: t(locale),
    formats: formats(locale, catalog.settings.timeZone),
    icon,
    owner: { kind, name: owner.name },
    problem: note(kind, owner),
    compileView: compiledView,
    found: createFound(),
    nextSlot: () => `${owner.name}.${++slots}`,
  });

  /** @param {'view' | 'page'} kind @param {{ id: string, name: string }} owner */
  const note = (kind, owner) => (/** @type {string} */ at, /** @type {unknown} */ error) => {
    const message = error instanceof Error ? error.message : String(error);
    problems.set(`${kind}/${owner.name}/${at}/${message}`, { kind, id: owner.id, name: owner.name, at, message });
  };

  /** @param {string} name @returns {Compiled} */
  const compiledView = (name) => {
    const known = compiledViews.get(name);
    if (known) return known;
    const view = catalog.view(name);
    // Only where its table is matters to the view around it; the plan refuses the loop when it lays the views out.
    if (open.has(name)) return broken(view.table === null ? null : catalog.table(view.table), '');
    open.add(name);
    /** @type {Compiled} */
    let compiled;
    try {
      compiled = compileView(view, compilation('view', view));
    } catch (error) {
      note('view', view)('config', error);
      compiled = broken(view.table && catalog.hasTable(view.table) ? catalog.table(view.table) : null, view.label);
    } finally {
      open.delete(name);
    }
    compiledViews.set(name, compiled);
    return compiled;
  };

  /** @param {string} name */
  const lookUp = (name) => {
    const { roles, label, template } = catalog.view(name);
    return { compiled: compiledView(name), roles, label, template };
  };

  /** @param {'view' | 'page'} kind @param {string} name @param {() => Plan} make */
  const kept = (kind, name, make) => {
    const key = `${kind}/${name}`;
    let plan = plans.get(key);
    if (!plan) plans.set(key, (plan = make()));
    return plan;
  };

  /** @param {string} name */
  const view = (name) =>
    kept('view', name, () => {
      const found = catalog.view(name);
      const nodes = layPlan({ name, ...lookUp(name) }, { lookUp, problem: note('view', found) });
      return createPlan(
        { name, title: found.label, description: found.description, roles: found.roles },
        nodes,
        catalog,
        registry,
      );
    });

  /** @param {string} name */
  const page = (name) =>
    kept('page', name, () => {
      const found = catalog.page(name);
      const compiled = compilePage(found, compilation('page', found));
      const root = { name, compiled, roles: found.roles, label: found.title, template: '' };
      const nodes = layPlan(root, { lookUp, problem: note('page', found) });
      return createPlan(
        { name, title: found.title, description: found.description, roles: found.roles },
        nodes,
        catalog,
        registry,
      );
    });

  return {
    view,
    page,
    problems: () => {
      for (const { name } of catalog.views) view(name);
      for (const { name } of catalog.pages) page(name);
      return [...problems.values()];
    },
  };
}

/** @param {import('@plinth/plugin').Page} page @param {Compilation} compilation @returns {Compiled} */
function compilePage(page, compilation) {
  const render = renderer(compileNode(createScope(compilation, null, 'page'), page.layout));
  return {
    found: compilation.found,
    table: null,
    view: {
      query: () => null,
      render: (result, context) => render({ row: null, rowId: null, ...context }),
    },
  };
}

/**
 * Stands for a view that can't be compiled, so that the page around it still renders.
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
        env.actor.roles.includes('admin')
          ? html`<div class="alert alert-warning" role="alert">${env.t('views.broken', { view: label })}</div>`
          : html``,
    },
  };
}
