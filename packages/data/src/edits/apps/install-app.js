/** @import { Actor, App, AppDocument } from '@plinth/plugin' */
/** @import { AppOffer, AppPart } from './site-changes.js' */
/** @import { AppsContext } from './index.js' */
import { AppError, asPhrase, joinPhrases, phrase } from '@plinth/plugin';
import { createDraft } from '../definitions/base/draft.js';
import { partWords } from '../definitions/base/summary-words.js';
import { editsOf } from '../definitions/index.js';
import { checkDocument } from './check-document.js';
import { importComments } from './comments.js';
import { importRows } from './import-rows.js';
import { withFiles } from './files.js';
import { planInstall } from './plan-install.js';
import { withPrefix } from './prefix.js';
import { readDocument } from './read-document.js';
import { rightsOf } from './review.js';
import { verifiedPackages } from './verified-packages.js';
import { placeUsers, standIn } from './sample-users.js';
import { offersOf, onlyChosen, usersOf } from './site-changes.js';

/**
 * Installs an app: metadata, tables and rows in one transaction and one Revision, so that undo removes all of it.
 *
 * @param {AppsContext} context @param {Actor} actor @param {unknown} input a parsed app document
 * @param {{ prefix?: string, rows?: boolean, parts?: Partial<Record<AppPart, boolean>>, reach?: readonly string[] | 'all',
 *   onProgress?: (done: number, all: number) => void }} [options] parts: what is taken besides tables, views and pages; where
 *   nobody says, what is usual (see offersOf). reach: names of tables outside of the app that its system code may read and
 *   change; none unless somebody says so
 * @returns {Promise<{ app: string, revision: string, version: number, warnings: string[], document: AppDocument,
 *   added: AppOffer[] }>} added: what was taken besides tables, views and pages
 * @throws {AppError} APP_DOCUMENT_INVALID, APP_CLASH with details.clashes and details.prefix, APP_ROW_INVALID,
 *   APP_NEEDS_GRANT, PACKAGE_UNVERIFIED and what fetching a package throws
 */
export async function installApp(context, actor, input, options = {}) {
  const { prefix, rows: withRows = true, parts = {}, reach = [], onProgress } = options;
  const { registry, clock } = context;
  const read = readDocument(input, registry);
  const whole = prefix ? withPrefix(read, prefix, { catalog: context.catalog(), registry }) : read;
  const added = offersOf(whole, context.catalog()).filter(
    ({ part, isUsual }) => (parts[part] ?? isUsual) && (withRows || part !== 'people'),
  );
  const chosen = new Set(added.map(({ part }) => part));
  requireGrants(whole, { catalog: context.catalog(), registry }, reach);
  const packages = await verifiedPackages(context, whole.packages ?? []);
  const document = { ...onlyChosen(whole, chosen), ...(packages.length > 0 && { packages }) };
  const rows = withRows ? (document.rows ?? {}) : {};

  /** @param {Map<string, string>} fileIds */
  const install = (fileIds) =>
    context.engine.run(actor, {
      name: 'install-app',
      summary: () => summaryOf(document, added),
      async plan(catalog, on) {
        refuse(checkDocument(document, { catalog, registry }), document);
        const draft = createDraft(catalog, registry);
        await planInstall(
          draft,
          document,
          { registry, actor, edits: editsOf(registry), on },
          { isWithoutRoles: !chosen.has('roles'), reach },
        );
        return draft.result();
      },
      async after(tx, { after }) {
        const { id: app } = /** @type {App} */ (after.apps.find(({ name }) => name === document.app.name));
        const importer = await standIn(tx, actor);
        const users = withRows ? usersOf(document) : [];
        const instead = chosen.has('people') ? undefined : importer;
        const people = await placeUsers(tx, users, { app, instead });
        const tables = document.tables.map((table) => after.table(table.name));
        const site = { now: clock().getTime(), timeZone: after.settings.timeZone };
        await importRows(tx, { tables, rows, registry, ...site, ...people, fileIds, onProgress });
        const comments = (withRows && document.comments) || {};
        const names = new Map(users.map(({ email, name }) => [email, name]));
        await importComments(tx, { tables, comments, registry, ...site, ...people, names, importer });
      },
    });
  const result = await withFiles(context, actor, withRows ? (document.files ?? {}) : {}, install);
  return {
    app: document.app.name,
    revision: result.revision,
    version: result.version,
    warnings: result.warnings,
    document,
    added,
  };
}

/**
 * SQL reads all tables of apps, so an app that has some gets all or is not installed.
 *
 * @param {AppDocument} document @param {Parameters<typeof rightsOf>[1]} context @param {readonly string[] | 'all'} reach
 */
function requireGrants(document, context, reach) {
  if (reach === 'all') return;
  const sql = rightsOf(document, context).find(({ right }) => right === 'sql');
  if (!sql) return;
  const names = sql.of.map(({ label }) => `“${label}”`).join(', ');
  throw new AppError('APP_NEEDS_GRANT', phrase`This app reads the tables of all apps with SQL: ${names}`, {
    status: 422,
    hint: 'Nothing was installed. Let it reach all tables, or remove its SQL',
  });
}

/** @type {Record<AppPart, string>} As the parts of changes are called. */
const PART_NAMES = {
  name: 'siteName',
  look: 'look',
  settings: 'settings',
  home: 'home',
  menu: 'menu',
  roles: 'roles',
  people: 'people',
};

/** @param {AppDocument} document @param {readonly AppOffer[]} added */
function summaryOf({ app }, added) {
  const name = app.label || app.name;
  const parts = added.map(({ part }) => PART_NAMES[part]);
  return parts.length > 0 ? phrase`Install app "${name}" (${partWords(parts)})` : phrase`Install app "${name}"`;
}

/** @param {import('./check-document.js').DocumentCheck} check @param {AppDocument} document */
function refuse({ clashes, problems }, document) {
  if (clashes.length > 0) {
    const names = clashes.slice(0, 6).map(({ kind, name }) => phrase`${asPhrase(kind)} "${name}"`);
    throw new AppError(
      'APP_CLASH',
      phrase`App "${document.app.name}" can't be installed: ${joinPhrases(names)} already exist`,
      {
        status: 409,
        hint: phrase`Install it with a prefix for its names, such as ${suggestPrefix(document)}`,
        details: { clashes, prefix: suggestPrefix(document) },
      },
    );
  }
  if (problems.length > 0) {
    const shown = problems.slice(0, 5).map(({ where, message }) => phrase`${where}: ${message}`);
    throw new AppError(
      'APP_DOCUMENT_INVALID',
      phrase`The app document does not match this site: ${joinPhrases(shown, '; ')}`,
      {
        status: 422,
        hint: 'Nothing was installed. Correct the document, or enable the plugin it needs',
        details: { problems },
      },
    );
  }
}

/** @param {AppDocument} document */
export function suggestPrefix(document) {
  return `${document.app.name.replaceAll('-', '_').slice(0, 12)}2_`;
}
