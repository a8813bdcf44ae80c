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

/** Time zones other than the site's that views are kept compiled for, with a language each. */
const MOST_ZONES = 20;

/**
 * Whether an actor may read the field that a path leads to, and all fields on the way.
 *
 * @typedef {(catalog: Catalog, actor: Actor, table: Table, path: string) => boolean} Readable
 */

/**
 * Runs synchronous work, and tells whether it wrote or asked for anything in a time zone.
 *
 * @typedef {<T>(work: () => T) => { made: T, zone: boolean }} NoteZone
 */

/**
 * The view or page whose nodes are marked by comments, or noted in `printed` as they are printed.
 *
 * @typedef {{ kind: 'view' | 'page', name: string, printed?: Map<string, Html> }} Marks
 */

/**
 * The plans of one catalog. Each view is compiled once per language and time zone, when it is first requested.
 *
 * @param {Catalog} catalog
 * @param {{ registry: Registry, t: (locale: string) => Translate,
 *   formats: (locale: string, timeZone: string) => Formats, icon: (name: string) => Html,
 *   noteZone?: NoteZone, readable?: Readable, report?: (error: Error) => void, marks?: Marks | null }} options
 *   readable: default: everything; marks: for the builder
 */
export function createPlans(catalog, options) {
  /** @type {Map<string, ReturnType<typeof createLanguage>>} */
  const languages = new Map();
  /** @param {string} locale @param {string} [timeZone] */
  const language = (locale, timeZone = catalog.settings.timeZone) => {
    const isSites = timeZone === catalog.settings.timeZone;
    const key = isSites ? locale : `${locale} ${timeZone}`;
    let found = languages.get(key);
    if (!found) {
      found = createLanguage(localCatalog(catalog, options.t(locale)), { locale, timeZone }, options);
      const others = isSites ? [] : [...languages.keys()].filter((other) => other.includes(' '));
      if (others.length >= MOST_ZONES) languages.delete(others[0]);
      languages.set(key, found);
    }
    return found;
  };

  return {
    /** @param {string} name @param {string} [locale] @param {string} [timeZone] default: the site's @returns {Plan} */
    view: (name, locale = catalog.settings.locale, timeZone) => language(locale, timeZone).view(name),
    /** @param {string} name @param {string} [locale] @param {string} [timeZone] default: the site's @returns {Plan} */
    page: (name, locale = catalog.settings.locale, timeZone) => language(locale, timeZone).page(name),
    /**
     * Problems of one view or page, without compiling the others.
     *
     * @param {'view' | 'page'} kind @param {string} name @param {string} [locale] @param {string} [timeZone]
     * @returns {readonly Problem[]}
     */
    problemsOf: (kind, name, locale = catalog.settings.locale, timeZone) =>
      language(locale, timeZone).problemsOf(kind, name),
    /** Finding them requires compiling everything. @returns {readonly Problem[]} */
    get problems() {
      return language(catalog.settings.locale).problems();
    },
  };
}

/**
 * @param {Catalog} catalog @param {{ locale: string, timeZone: string }} reader
 * @param {Parameters<typeof createPlans>[1]} options
 */
function createLanguage(catalog, reader, options) {
  const { compilation, compiledView, noted, note, problems } = createCompilations(catalog, reader, options);
  /** @type {Map<string, Plan>} */
  const plans = new Map();
  const { registry, readable = () => true } = options;
  const formats = options.formats(reader.locale, reader.timeZone);
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
      const compiled = noted(() => compilePage(found, compilation('page', found)));
      return { compiled, roles, label: title, template: '' };
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
