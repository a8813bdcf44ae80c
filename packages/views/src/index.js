/** @import { Actor, Catalog, Formats, Registry, RenderEnv, SettingsSchema, Translate } from '@plinth/plugin' */
import { createFormats, translator, memoize, createCache } from '@plinth/plugin';
import { icon } from './icons/icons.js';
import { localCatalog } from './plans/local-catalog.js';
import { createPlans } from './plans/plans.js';
import { createShell, pageParts } from './shell/index.js';
import { createEnv } from './env.js';
import { createTemplates } from './render-template.js';
import { readSettings } from './settings-form/read-settings.js';
import { settingsForm } from './settings-form/settings-form.js';
import { completeLanguages } from './texts/end-user.js';
import { texts as ownTexts } from './texts/index.js';

export { viewsPlugin } from './core-plugin.js';
export { mayOpen } from '@plinth/plugin';
export { ANY_NAMES } from './compile/note-styles.js';
export { renderMarkdown } from './field-views/parts/render-markdown.js';
export { newChoice, newChoiceName } from './field-views/parts/new-choice.js';
export { readControl } from './plans/read-control.js';
export { typedChoices, withNewChoice } from './plans/typed-choices.js';
export { readTexts } from './state/read-texts.js';
export { searchName } from './field-views/parts/choices.js';
export {
  JOINED_SCRIPTS,
  compactCss,
  homePage,
  inlineImports,
  lookChecks,
  mailColours,
  palenessOf,
  siteCss,
  siteCssUrl,
} from './shell/index.js';
export { iconNames } from './icons/icons.js';
export { direction, texts as coreTexts } from './texts/index.js';

/** @typedef {ReturnType<typeof createViews>} Views */
/** @typedef {import('./settings-form/settings-form.js').FormContext} FormContext */
/** @typedef {import('./plans/plans.js').Plan} Plan */
/** @typedef {import('./plans/fragments.js').Fragment} Fragment */
/** @typedef {import('./plans/fragments.js').OpenFragment} OpenFragment */
/** @typedef {import('./plans/fragments.js').Fragments} Fragments */

/**
 * Everything that makes HTML.
 *
 * @param {{ registry: Registry, assetUrl: (path: string) => string, texts?: Record<string, Record<string, string>>[],
 *   readable?: import('./plans/plans.js').Readable, report?: (error: Error) => void, missing?: (key: string) => void }} options
 *   texts: further catalogues; later ones win, and plugins' come before them; readable: which fields an
 *   address may name, default all; report: is told what plugins throw while they print, once for each place;
 *   missing: is told keys that have no text
 */
export function createViews({ registry, assetUrl, texts = [], readable, report, missing }) {
  const catalogues = [
    ownTexts,
    ...registry.plugins.flatMap((plugin) => (plugin.texts ? [plugin.texts] : [])),
    ...texts,
  ];
  const t = keep((/** @type {string} */ locale) => translator(catalogues, locale, missing));
  let zoneUses = 0;
  const onZone = () => void zoneUses++;
  const formats = keep((/** @type {string} */ locale, /** @type {string} */ timeZone) =>
    createFormats({ locale, timeZone, t: t(locale), onZone }),
  );
  /** @type {import('./plans/plans.js').NoteZone} */
  const noteZone = (work) => {
    const before = zoneUses;
    const made = work();
    return { made, zone: zoneUses > before };
  };
  const locales = Object.freeze(completeLanguages(catalogues));
  const local = memoize((/** @type {Catalog} */ catalog) =>
    keep((/** @type {string} */ locale) => localCatalog(catalog, t(locale))),
  );

  return Object.freeze({
    /** The plans of a catalog, compiled when first asked for and kept as long as it. */
    plans: memoize((/** @type {Catalog} */ catalog) =>
      createPlans(catalog, { registry, t, formats, icon, readable, report, noteZone }),
    ),
    /**
     * Plans for the builder: the nodes of one view or page are marked. Never for visitors.
     *
     * @param {Catalog} catalog @param {import('./plans/plans.js').Marks} marks
     */
    markedPlans: (catalog, marks) => createPlans(catalog, { registry, t, formats, icon, readable, report, marks }),
    /**
     * The same Catalog with Plinth's own labels in a language, kept as long as it.
     *
     * @param {Catalog} catalog
     * @param {string} locale
     */
    localCatalog: (catalog, locale) => local(catalog)(locale),
    shell: createShell({ registry, assetUrl, translate: t, report }),
    /**
     * The top bar's content and the body of a page, without the frame around them.
     *
     * @param {Parameters<typeof pageParts>[0] & { locale: string }} input
     */
    pageParts: ({ locale, ...input }) => pageParts(input, t(locale)),
    renderTemplate: createTemplates(),
    t,
    formats,
    noteZone,
    icon,
    /** Languages that people can choose. */
    locales: () => locales,

    /** @param {{ actor: Actor, locale: string, timeZone: string, here: string, today: () => string }} request @returns {RenderEnv} */
    env: ({ actor, locale, timeZone, here, today }) =>
      createEnv({ actor, here, today, t: t(locale), formats: formats(locale, timeZone), assetUrl, icon }),

    /**
     * @param {SettingsSchema} schema
     * @param {Record<string, unknown>} values
     * @param {import('./settings-form/settings-form.js').FormContext} context
     */
    settingsForm: (schema, values, context) =>
      settingsForm(schema, values, { registry, t: t(context.locale ?? 'en'), icon, ...context }),

    /**
     * @param {SettingsSchema} schema
     * @param {import('./settings-form/read-settings.js').FormLike} form
     * @param {{ prefix?: string, catalog?: Catalog, table?: import('@plinth/plugin').Table | null }} [context]
     */
    readSettings: (schema, form, context) => readSettings(schema, form, { registry, ...context }),
  });
}

/**
 * @template {string[]} K, V
 * @param {(...key: K) => V} make
 * @returns {(...key: K) => V}
 */
function keep(make) {
  const made = /** @type {import('@plinth/plugin').Cache<string, any>} */ (createCache({ max: 100 }));
  return (...key) => made.getOrMake(key.join('\n'), () => make(...key));
}
