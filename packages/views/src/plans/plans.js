/** @import { Actor, Catalog, Formats, Html, Page, Problem, Registry, Table, Translate, View } from '@plinth/plugin' */
/** @import { Compilation, Compiled } from '../compile/scope.js' */
import { renderer } from '@plinth/plugin';
import { aboutOf, compileWithBar } from '../compile/bar.js';
import { createScope } from '../compile/scope.js';
import { createCompilations } from './compilations.js';
import { createPlan } from './create-plan.js';
import { localCatalog } from './local-catalog.js';
import { createParents } from './parents.js';
import { layPlan } from './plan-tree.js';

/** @typedef {ReturnType<typeof createPlan>} Plan */

/**
 * Whether an actor may read the field that a path leads to, and all fields on the way.
 *
 * @typedef {(catalog: Catalog, actor: Actor, table: Table, path: string) => boolean} Readable
 */

/**
 * The plans of one catalog. Each view is compiled once per language, when it is first requested.
 *
 * @param {Catalog} catalog
 * @param {{ registry: Registry, t: (locale: string) => Translate,
 *   formats: (locale: string, timeZone: string) => Formats, icon: (name: string) => Html,
 *   readable?: Readable, report?: (error: Error) => void, marks?: { kind: 'view' | 'page', name: string } | null }} options
 *   readable: default: everything; marks: the view or page whose nodes are marked for the builder
 */
export function createPlans(catalog, options) {
  /** @type {Map<string, ReturnType<typeof createLanguage>>} */
  const languages = new Map();
  /** @param {string} locale */
  const language = (locale) => {
    let found = languages.get(locale);
    if (!found)
      languages.set(locale, (found = createLanguage(localCatalog(catalog, options.t(locale)), locale, options)));
    return found;
  };

  return {
    /** @param {string} name @param {string} [locale] @returns {Plan} */
    view: (name, locale = catalog.settings.locale) => language(locale).view(name),
    /** @param {string} name @param {string} [locale] @returns {Plan} */
    page: (name, locale = catalog.settings.locale) => language(locale).page(name),
    /**
     * Problems of one view or page, without compiling the others.
     *
     * @param {'view' | 'page'} kind @param {string} name @param {string} [locale] @returns {readonly Problem[]}
     */
    problemsOf: (kind, name, locale = catalog.settings.locale) => language(locale).problemsOf(kind, name),
    /** Finding them requires compiling everything. @returns {readonly Problem[]} */
    get problems() {
      return language(catalog.settings.locale).problems();
    },
  };
}

/**
 * @param {Catalog} catalog @param {string} locale
 * @param {Parameters<typeof createPlans>[1]} options
 */
function createLanguage(catalog, locale, options) {
  const { compilation, compiledView, note, problems } = createCompilations(catalog, locale, options);
  /** @type {Map<string, Plan>} */
  const plans = new Map();
  const { registry, readable = () => true } = options;
  const formats = options.formats(locale, catalog.settings.timeZone);
  const parents = createParents(catalog, (name) => compiledView(name).found.embeds);

  /** @param {string} name */
  const lookUp = (name) => {
    const { roles, label, template } = catalog.view(name);
    return { compiled: compiledView(name), roles, label, template };
  };

  /**
   * @param {'view' | 'page'} kind @param {View | Page} owner @param {string} title
   * @param {() => ReturnType<typeof lookUp>} compile
   */
  const plan = (kind, owner, title, compile) => {
    const key = `${kind}/${owner.name}`;
    let made = plans.get(key);
    if (!made) {
      const around = { lookUp, problem: note(kind, owner), catalog };
      const nodes = layPlan({ name: owner.name, ...compile() }, around);
      const { name, description, roles } = owner;
      made = createPlan({ name, title, description, roles }, nodes, { catalog, registry, formats, readable, parents });
      plans.set(key, made);
    }
    return made;
  };

  /** @param {string} name */
  const view = (name) => {
    const found = catalog.view(name);
    return plan('view', found, found.label, () => lookUp(name));
  };

  /** @param {string} name */
  const page = (name) => {
    const found = catalog.page(name);
    const { roles, title } = found;
    return plan('page', found, title, () => {
      return { compiled: compilePage(found, compilation('page', found)), roles, label: title, template: '' };
    });
  };

  return {
    view,
    page,
    /** @param {'view' | 'page'} kind @param {string} name */
    problemsOf: (kind, name) => {
      (kind === 'view' ? view : page)(name);
      return problems().filter((one) => one.kind === kind && one.name === name);
    },
    problems: () => {
      for (const { name } of catalog.views) view(name);
      for (const { name } of catalog.pages) page(name);
      return problems();
    },
  };
}

/** @param {Page} page @param {Compilation} compilation @returns {Compiled} */
function compilePage(page, compilation) {
  const render = renderer(compileWithBar(createScope(compilation, null, 'page'), page.layout));
  return {
    found: compilation.found,
    table: null,
    about: aboutOf(page),
    view: {
      query: () => null,
      render: (result, context) => render({ row: null, rowId: null, ...context }),
    },
  };
}
