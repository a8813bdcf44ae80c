import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import postcss from 'postcss';
import { inlineImports } from '@plinth/views';
import { classesOf, dropOverridden, dropUnused, isKeyframes, keepSelectors } from './cut.js';
import { gutterGaps } from './grid.js';
import { isInUse, namesInUse } from './names-in-use.js';
import { applySettings } from './settings.js';
import { turn } from './turn.js';

/** @import { Root, Rule } from 'postcss' */

/** Driven by Bootstrap's scripts, which a page's Content Security Policy and its weight forbid. */
const NEED_SCRIPTS =
  /^(modal(?!-(header|title|body|footer)$)|offcanvas|carousel|collaps|tooltip|popover|bs-|toast|navbar|tab-(content|pane)|fade$|show(ing)?$|hiding$)/;
/** Ours alone: other markup, or nothing in common but the name. */
const OURS = /^(progress$|form-switch$|drop(down|up|end|start)|accordion)/;
/** Of what is no utility, this is on every page; the rest of it has rules of ours. */
const TAKEN = new RegExp(
  `^(${[
    'list-(unstyled|inline(-item)?)|stretched-link|text-truncate|img-fluid|active|disabled',
    'row|col(-(sm|md|lg|xl|xxl))?(-([0-9]+|auto))?|g[xy]?-[0-9]',
    'btn(-(outline-)?(primary|danger|warning)|-sm|-lg|-group)?|input-group(-text)?|form-(control|select|range)',
    'alert(-(success|danger|warning|info))?|invalid-feedback|col-form-label|form-check(-(input|label|inline))?',
    'card(-(body|title|header|footer))?|list-group(-(flush|item|item-action))?|modal-(header|title|body|footer)',
    'nav(-(link|item|tabs|pills))?|breadcrumb(-item)?|badge|spinner-border|table(-(sm|striped|hover|responsive))?',
  ].join('|')})$`,
);
/** Of these: what is drawn another way here (focus), or has other measures. */
const OTHERWISE =
  /^\.(btn|form-[a-z]+|nav-link|list-group-[a-z-]+)[^ ]*:(focus|-moz-focusring)|::(file-|-webkit-(?!slider)|-moz-focus|-moz-color)|thumb:active|^\.form-(control|select)(:(?!:placeholder)|\[)|^fieldset|^\.btn\.show|:active:focus|check-input:active|^\.(btn|modal-header|form-check|nav-(tabs|pills)) [.>]|^\.modal-footer > |^\.card > \.list/;
/** Of plain elements. */
const ELEMENTS = new Set(
  `:root * *::before *::after body h1 h2 h3 h4 h5 h6 p address ol ul dl dt dd blockquote b strong sub sup pre figure img svg
  table thead tbody tfoot tr td th button input optgroup select textarea fieldset iframe [hidden]`
    .split(/\s+/)
    .concat('ol ol', 'ul ul', 'ol ul', 'ul ol'),
);

/**
 * Bootstrap's style sheet in three files: what is on every page, cut to the names that Plinth itself uses (elements and
 * components, and utilities, which come last), and all the rest, for people's own HTML.
 *
 * @param {string} root of the repository @param {string} target
 */
export async function vendorBootstrap(root, target) {
  const folder = path.join(root, 'node_modules/bootstrap');
  const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const text = await readFile(path.join(folder, 'dist/css/bootstrap.css'), 'utf8');
  const sheets = path.join(root, 'packages/views/assets/css');
  const own = ownSheets(path.join(sheets, 'plinth.css'));
  const names = namesInUse(root);
  const isUsed = (/** @type {string} */ selector) => classesOf(selector).every((name) => isInUse(name, names));
  const isTaken = (/** @type {string} */ selector) => {
    const classes = classesOf(selector);
    if (classes.length === 0) return ELEMENTS.has(selector);
    return classes.every((name) => TAKEN.test(name)) && !OTHERWISE.test(selector);
  };
  const components = part(text, { isUtility: false, isWanted: (one) => isUsed(one) && isTaken(one) });
  const utilities = part(text, {
    isUtility: true,
    isWanted: (one) => isUsed(one) && (classesOf(one).length > 0 || ELEMENTS.has(one)),
  });
  for (const sheet of [components, utilities]) dropOverridden(sheet, own);
  dropUnused([components, utilities], own);
  const known = new Set(classesOf(`${own}${components}${utilities}`));
  const isRest = (/** @type {string} */ selector) => classesOf(selector).some((name) => !known.has(name));
  const variables = part(text, { isUtility: false, isWanted: (one) => one === ':root' });
  const more = [false, true].map((isUtility) => part(text, { isUtility, isWanted: isRest }));
  const ownMore = readFileSync(path.join(sheets, 'own-html.css'), 'utf8');
  dropOverridden(variables, `${own}${ownMore}`);
  dropUnused([variables, ...more], `${own}${ownMore}${components}${utilities}`);
  const head = `/*! Bootstrap ${version}, MIT licence: bootstrap.LICENSE. Made by \`npm run assets\`. */\n`;
  const write = (/** @type {string} */ name, /** @type {string} */ css) =>
    writeFile(path.join(target, name), `${head}${css}\n`);
  await mkdir(target, { recursive: true });
  await copyFile(path.join(folder, 'LICENSE'), path.join(target, 'bootstrap.LICENSE'));
  await write('components.css', layered(components));
  await write('utilities.css', String(utilities));
  await write('more.css', [layered(variables), ...more].join('\n'));
}

/**
 * @param {string} text of Bootstrap's sheet
 * @param {{ isUtility: boolean, isWanted: (selector: string) => boolean }} which
 */
function part(text, { isUtility, isWanted }) {
  const sheet = postcss.parse(text);
  sheet.walkComments((comment) => void comment.remove());
  // base.css says it once for everything.
  sheet.walkAtRules((rule) => void (/charset|reduced-motion/.test(`${rule.name}${rule.params}`) && rule.remove()));
  sheet.walkRules((rule) => {
    if (!isKeyframes(rule.parent) && isOfUtility(rule) !== isUtility) rule.remove();
  });
  turn(sheet);
  gutterGaps(sheet);
  applySettings(sheet);
  keepSelectors(sheet, (selector) => isOffered(selector) && isWanted(selector));
  return sheet;
}

/** Our sheets, one after the other. @param {string} file that imports them and Bootstrap's @returns {string} */
function ownSheets(file) {
  const names = [...readFileSync(file, 'utf8').matchAll(/@import url\('([^':]+)'\)/g)].map(([, name]) => name);
  const own = names.filter((name) => !name.includes('vendor/'));
  return own.map((name) => inlineImports(new URL(name, pathToFileURL(file)))).join('\n');
}

/** What a utility sets is important. @param {Rule} rule */
function isOfUtility(rule) {
  const set = rule.nodes.filter((node) => node.type === 'decl' && !node.prop.startsWith('--'));
  return set.length > 0 && set.every((node) => node.type === 'decl' && node.important);
}

/** @param {string} selector */
const isOffered = (selector) => !classesOf(selector).some((name) => NEED_SCRIPTS.test(name) || OURS.test(name));

/** @param {Root} sheet */
const layered = (sheet) => `@layer bootstrap {\n${sheet}\n}`;
