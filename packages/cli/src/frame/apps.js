import { AppError } from '@plinth/plugin';
import { describeParts } from './app-parts.js';

/** @import { Actor, AppDocument } from '@plinth/plugin' */
/** @import { CommandContext } from '../types.d.ts' */
/** @import { App } from './with-app.js' */
/** @typedef {{ part: string, what: string[] }} Offer what an app takes of a site, or could */

/**
 * The document of a starter app.
 *
 * @param {App} app @param {string} name
 * @returns {AppDocument}
 */
export function findStarterApp(app, name) {
  /** @type {readonly AppDocument[]} */
  const starters = app.registry.all('starterApp');
  const document = starters.find((starter) => starter.app.name === name);
  if (!document) {
    throw new AppError('APP_NOT_FOUND', `There is no starter app "${name}"`, {
      status: 404,
      hint: `Available: ${starters.map((starter) => starter.app.name).join(', ')}. To install a file, use plinth import-app.`,
    });
  }
  return document;
}

/**
 * @param {CommandContext} ctx @param {App} app @param {Actor} operator @param {unknown} document
 * @param {{ prefix?: string, rows?: boolean, parts?: Record<string, boolean>, reach?: string[] | 'all' }} options
 * @returns {Promise<{ app: string, tables: number, views: number, pages: number, added: Record<string, string[]>, left: string[],
 *   warnings: string[] }>} added: what it took of the site, by part; left: parts that it offers, too
 */
export async function installDocument(ctx, app, operator, document, options) {
  const { offers } = app.data.apps.check(document, { prefix: options.prefix });
  const progress = ctx.progress('Installing');
  const result = await app.data.apps.install(operator, document, {
    ...options,
    onProgress: (/** @type {number} */ done, /** @type {number} */ all) => progress.at(done, all),
  });
  const { tables = [], views = [], pages = [] } = result.document;
  progress.done(`Installed ${result.app}`);
  return {
    app: result.app,
    tables: tables.length,
    views: views.length,
    pages: pages.length,
    added: Object.fromEntries(result.added.map((/** @type {Offer} */ { part, what }) => [part, what])),
    left: offers
      .map((/** @type {Offer} */ { part }) => part)
      .filter((/** @type {string} */ part) => !result.added.some((/** @type {Offer} */ one) => one.part === part)),
    warnings: result.warnings,
  };
}

/** @param {Awaited<ReturnType<typeof installDocument>>} installed */
export const describeInstalled = ({ app, tables, views, pages, added, left, warnings }) =>
  [`${app}: tables ${tables}, views ${views}, pages ${pages}.`, ...describeParts(added, left), ...warnings].join('\n');
