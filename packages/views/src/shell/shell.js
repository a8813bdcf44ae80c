/** @import { Actor, Catalog, Html, Registry, ShellModel, Theme, Translate } from '@plinth/plugin' */
/** @import { Parts } from './frames.js' */
import { html, isAdmin, memoize, raw } from '@plinth/plugin';
import { pluginFailed } from '../compile/guarded.js';
import { ANY_NAMES } from '../compile/note-styles.js';
import { icon } from '../icons/icons.js';
import { direction } from '../texts/index.js';
import { documentPage } from './document.js';
import { fontFile } from './font-css.js';
import { createFrames } from './frames.js';
import { menuModel } from './menu.js';
import { outline } from './outline.js';
import { pageHead } from './page-head.js';
import { siteCssUrl } from './site-css.js';

/** Modules that the server sends with what they import of these, so that a page asks for few files. */
export const JOINED_SCRIPTS = [
  { entry: 'core-views/js/everywhere.js', of: ['core-views/', 'core-kit/'] },
  { entry: 'core-views/js/views/lists.js', of: ['core-views/'] },
  {
    entry: 'core-views/js/views/settings.js',
    of: ['core-views/js/views/settings-form.js', 'core-views/js/views/option-'],
  },
];

/** Browser modules of every page, listed so that none waits for the one that imports it. */
const EVERYWHERE = [JOINED_SCRIPTS[0].entry, 'core-views/js/shell.js'];

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
 * @property {Html | null} [above] stands above everything else, such as a notice that this is a preview
 * @property {'light' | 'dark' | null} [scheme] instead of the site's own
 * @property {string} [look] address of the site's own style sheet, instead of the stored one
 * @property {import('./document.js').Copy | null} [copy] a copy that only shows the page
 * @property {{ title: Html | null, actions: Html | null } | null} [bar] title, an `h1`, and main action for the top bar;
 *   without a title it is `title`, unless the body has an own `h1`
 */

/**
 * Creates the function that puts a body into a complete document, using the site's theme. The document only depends on
 * the metadata and the actor's roles, never on the user, so that pages can be cached per role.
 *
 * @param {{ registry: Pick<Registry, 'has' | 'theme' | 'owner' | 'isInstalled'>, assetUrl: (path: string) => string,
 *   translate: (locale: string) => Translate, report?: (error: Error) => void }} parts report: is called with errors of a
 *   theme
 * @returns {((input: ShellInput) => string) & { pieces: (input: ShellInput) => string[] }}
 */
export function createShell({ registry, assetUrl, translate, report = () => {} }) {
  const frames = createFrames();
  // The same settings object comes with every page of a Catalog.
  const siteCss = memoize((/** @type {import('@plinth/plugin').SiteSettings} */ settings) =>
    siteCssUrl(settings, assetUrl),
  );
  /** @param {ShellInput} input @param {Parts} parts @param {() => void} [onAddress] */
  const print = (input, parts, onAddress) => {
    const { theme: wanted } = input.catalog.settings;
    const name = registry.has('theme', wanted) ? wanted : DEFAULT;
    try {
      return printWith(name, input, parts, onAddress);
    } catch (error) {
      if (name === DEFAULT) throw error;
      // The theme is on every page, including the one where another can be chosen.
      report(pluginFailed({ registry, owner: { name: input.here } }, 'theme', registry.theme(name), error));
      return printWith(DEFAULT, input, parts, onAddress);
    }
  };
  /** @param {string} name of the theme @param {ShellInput} input @param {Parts} parts @param {() => void} [onAddress] */
  const printWith = (name, input, parts, onAddress) => {
    const theme = registry.theme(name);
    const styles = registry.isInstalled('theme', name) ? [...ANY_NAMES, ...theme.styles] : theme.styles;
    const t = translate(input.locale);
    let hasHead = false;
    const onHead = () => (hasHead = true);
    const model = shellModel(input, parts, { theme, styles, assetUrl, siteCss, t, onAddress, onHead });
    // Another theme may have a font of its own.
    const font = name === DEFAULT ? fontFile(input.catalog.settings.look?.font) : null;
    const { copy = null } = input;
    const document = { assetUrl, fontUrl: font && assetUrl(font), above: parts.above, copy };
    let page = theme.page(model);
    // A theme without a place for the head.
    if (parts.title && !hasHead) page = theme.page({ ...model, body: html`${model.head}${parts.body}` });
    return documentPage(model, page, document).text;
  };
  /** @param {ShellInput} input @returns {string[]} */
  const pieces = (input) => {
    const parts = partsOf(input);
    const frame = frames.of(input, parts, (marks, onAddress) => print(input, marks, onAddress));
    return frame ? frame.fill(parts) : [print(input, parts)];
  };
  return Object.assign((/** @type {ShellInput} */ input) => pieces(input).join(''), { pieces });
}

/**
 * What differs between the pages of a site: the content of the top bar, and the body; for the builder, which swaps both.
 *
 * @param {Pick<ShellInput, 'catalog' | 'actor' | 'title' | 'body' | 'here' | 'bar'>} input @param {Translate} t
 * @returns {{ head: Html, body: Html }}
 */
export function pageParts(input, t) {
  const { body, title, actions } = partsOf(input);
  const menu = menuModel(input.catalog, input.actor, input.here);
  return { head: pageHead({ name: input.title, title, actions, menu, t, icon }), body };
}

/**
 * @param {ShellInput} input @param {Parts} parts @param {{ theme: Theme, styles: readonly string[], assetUrl: (path: string) => string,
 *   siteCss: (settings: import('@plinth/plugin').SiteSettings) => string, t: Translate, onAddress?: () => void, onHead: () => void }} parts
 * @returns {ShellModel}
 */
function shellModel(
  input,
  { body, title, actions },
  { theme, styles, assetUrl, siteCss, t, onAddress = () => {}, onHead },
) {
  const { catalog, actor, locale, bare = false, scheme = null } = input;
  const { settings } = catalog;
  const menu = bare ? [] : menuModel(catalog, actor, input.here);
  const url = (/** @type {string} */ path) => (/^(\/|https?:)/.test(path) ? path : assetUrl(path));
  return {
    title: input.title,
    description: input.description ?? '',
    head: noted(pageHead({ name: input.title, title, actions, menu, t, icon }), onHead),
    body,
    site: {
      name: settings.siteName,
      logoUrl: settings.logo ? `/files/${settings.logo}/logo` : null,
      themeColour: settings.themeColour,
      mode: scheme ?? settings.mode,
    },
    menu,
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
      ...styles.map(url),
      ...(input.styles ?? []).map(url),
      input.look ?? siteCss(settings),
    ],
    scripts: unique([...EVERYWHERE, ...theme.scripts, ...(input.scripts ?? [])].map(url)),
    settings: { ...defaults(theme), ...settings.themeSettings },
    t,
    icon,
    path: input.here.split('?')[0],
    get here() {
      onAddress();
      return input.here;
    },
    bare,
    width: input.width ?? (bare ? 'narrow' : 'normal'),
  };
}

/** Markup that tells when it is printed. @param {Html} markup @param {() => void} onPrint */
function noted({ text }, onPrint) {
  const get = () => {
    onPrint();
    return text;
  };
  return Object.defineProperty(raw(''), 'text', { get });
}

/**
 * The body, whose headings skip no level, and the title and main action of the top bar: its own title, or that of the page
 * unless its body has one. Without a top bar, a body without a title gets it as a heading for screen readers.
 *
 * @param {Pick<ShellInput, 'body' | 'title' | 'bar' | 'above'>} input @returns {Parts}
 */
function partsOf({ body, title, bar, above = null }) {
  const own = bar?.title ?? null;
  const { text, lacksTitle } = outline(String(body), own !== null);
  // Safe: a body is rendered markup, as Html or as its text.
  const content = raw(text);
  if (bar) return { title: lacksTitle ? html`<h1>${title}</h1>` : own, actions: bar.actions, body: content, above };
  const heading = lacksTitle && html`<h1 class="visually-hidden">${title}</h1>`;
  return { title: null, actions: null, body: html`${heading}${content}`, above };
}

/** @param {Theme} theme */
function defaults(theme) {
  return Object.fromEntries(theme.settings.map((setting) => [setting.name, setting.default]));
}

/** @param {string[]} list */
const unique = (list) => [...new Set(list)];
