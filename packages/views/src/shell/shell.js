/** @import { Actor, Catalog, Html, Registry, ShellModel, Theme, Translate } from '@plinth/plugin' */
import { html, isAdmin, memoize, raw } from '@plinth/plugin';
import { pluginFailed } from '../compile/guarded.js';
import { icon } from '../icons/icons.js';
import { direction } from '../texts/index.js';
import { documentPage } from './document.js';
import { createFrames } from './frames.js';
import { menuModel } from './menu.js';
import { outline } from './outline.js';
import { siteCssUrl } from './site-css.js';

/** Browser modules of every page, listed so that none waits for the one that imports it. */
const EVERYWHERE = ['dialog', 'toast', 'forms', 'shell'].map((name) => `core-views/js/${name}.js`);

/** The theme that comes with Plinth. */
const DEFAULT = 'default';

/**
 * @typedef {object} ShellInput
 * @property {Pick<Catalog, 'settings'> & import('./menu.js').MenuCatalog} catalog
 * @property {Actor} actor
 * @property {string} locale
 * @property {string} title
 * @property {string} [description]
 * @property {Html | string} body
 * @property {string} here path and query
 * @property {readonly string[]} [styles] asset paths or URLs
 * @property {readonly string[]} [scripts] asset paths or URLs of browser modules
 * @property {boolean} [bare] no menu: login, errors
 * @property {'normal' | 'wide' | 'narrow'} [width]
 */

/**
 * Creates the function that puts a body into a complete document, using the site's theme. The document only depends on
 * the metadata and the actor's roles, never on the user, so that pages can be cached per role.
 *
 * @param {{ registry: Pick<Registry, 'has' | 'theme' | 'owner'>, assetUrl: (path: string) => string,
 *   translate: (locale: string) => Translate, report?: (error: Error) => void }} parts report: is called with errors of a
 *   theme
 * @returns {(input: ShellInput) => string}
 */
export function createShell({ registry, assetUrl, translate, report = () => {} }) {
  const frames = createFrames();
  // The same settings object comes with every page of a Catalog.
  const siteCss = memoize((/** @type {import('@plinth/plugin').SiteSettings} */ settings) => siteCssUrl(settings));
  /** @param {ShellInput} input @param {Html} body */
  const print = (input, body) => {
    const { theme: wanted } = input.catalog.settings;
    const name = registry.has('theme', wanted) ? wanted : DEFAULT;
    try {
      return printWith(name, input, body);
    } catch (error) {
      if (name === DEFAULT) throw error;
      // The theme is on every page, including the one where another can be chosen.
      report(pluginFailed({ registry, owner: { name: input.here } }, 'theme', registry.theme(name), error));
      return printWith(DEFAULT, input, body);
    }
  };
  /** @param {string} name of the theme @param {ShellInput} input @param {Html} body */
  const printWith = (name, input, body) => {
    const theme = registry.theme(name);
    const model = shellModel(input, body, { theme, assetUrl, siteCss, t: translate(input.locale) });
    return documentPage(model, theme.page(model), { assetUrl }).text;
  };
  return (input) => {
    const body = pageBody(input.body, input.title);
    const frame = frames.of(input, (mark) => print(input, mark));
    return frame ? frame.before + body.text + frame.after : print(input, body);
  };
}

/**
 * @param {ShellInput} input @param {Html} body @param {{ theme: Theme, assetUrl: (path: string) => string,
 *   siteCss: (settings: import('@plinth/plugin').SiteSettings) => string, t: Translate }} parts
 * @returns {ShellModel}
 */
function shellModel(input, body, { theme, assetUrl, siteCss, t }) {
  const { catalog, actor, locale, bare = false } = input;
  const { settings } = catalog;
  const url = (/** @type {string} */ path) => (/^(\/|https?:)/.test(path) ? path : assetUrl(path));
  return {
    title: input.title,
    description: input.description ?? '',
    body,
    site: {
      name: settings.siteName,
      logoUrl: settings.logo ? `/files/${settings.logo}/logo` : null,
      themeColour: settings.themeColour,
      mode: settings.mode,
    },
    menu: bare ? [] : menuModel(catalog, actor, input.here),
    account: {
      signedIn: actor.userId !== null,
      canSignUp: settings.signUp,
      isAdmin: isAdmin(actor),
    },
    canSearch: actor.userId !== null || settings.visitorSearch === true,
    locale,
    dir: direction(locale),
    styles: [
      assetUrl('core-views/css/plinth.css'),
      ...theme.styles.map(url),
      ...(input.styles ?? []).map(url),
      siteCss(settings),
    ],
    scripts: unique([...EVERYWHERE, ...theme.scripts, ...(input.scripts ?? [])]).map(url),
    settings: { ...defaults(theme), ...settings.themeSettings },
    t,
    icon,
    here: input.here,
    bare,
    width: input.width ?? (bare ? 'narrow' : 'normal'),
  };
}

/**
 * A body as it stands in the page: every page has a first heading and skips no level, and a page without one gets its
 * title as a heading for screen readers.
 *
 * @param {Html | string} body
 * @param {string} title
 */
export function pageBody(body, title) {
  // Safe: a body is rendered markup, as Html or as its text.
  const markup = typeof body === 'string' ? raw(body) : body;
  const titled = markup.text.includes('<h1') ? markup : html`<h1 class="visually-hidden">${title}</h1>${markup}`;
  return raw(outline(titled.text));
}

/** @param {Theme} theme */
function defaults(theme) {
  return Object.fromEntries(theme.settings.map((setting) => [setting.name, setting.default]));
}

/** @param {string[]} list */
const unique = (list) => [...new Set(list)];
