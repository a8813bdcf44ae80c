/** @import { Actor, AppDocument } from '@plinth/plugin' */
/** @import { AppsContext } from './index.js' */
import { AppError, asPhrase, joinPhrases, phrase } from '@plinth/plugin';
import { createDraft } from '../edits/draft.js';
import { edits } from '../edits/index.js';
import { checkDocument } from './check-document.js';
import { importComments } from './comments.js';
import { importRows } from './import-rows.js';
import { placeFiles } from './files.js';
import { planInstall } from './plan-install.js';
import { withPrefix } from './prefix.js';
import { readDocument } from './read-document.js';
import { placeUsers } from './sample-users.js';

/**
 * Installs an app: metadata, tables and rows in one transaction and one Revision, so that undo removes all of it.
 *
 * @param {AppsContext} context @param {Actor} actor @param {unknown} input a parsed app document
 * @param {{ prefix?: string, rows?: boolean, onProgress?: (done: number, all: number) => void }} [options]
 * @returns {Promise<{ app: string, revision: string, version: number, warnings: string[], document: AppDocument }>}
 * @throws {AppError} APP_DOCUMENT_INVALID, APP_CLASH with details.clashes and details.prefix, APP_ROW_INVALID
 */
export async function installApp(context, actor, input, { prefix, rows: withRows = true, onProgress } = {}) {
  const { registry, clock } = context;
  const read = readDocument(input, registry);
  const document = prefix ? withPrefix(read, prefix, { catalog: context.catalog(), registry }) : read;
  const rows = withRows ? (document.rows ?? {}) : {};
  const fileIds = withRows ? await placeFiles(context, actor, document.files ?? {}) : new Map();

  const result = await context.engine.run(actor, {
    name: 'install-app',
    summary: () => `Install app "${document.app.label || document.app.name}"`,
    async plan(catalog) {
      refuse(checkDocument(document, { catalog, registry }), document);
      const draft = createDraft(catalog, registry);
      await planInstall(draft, document, { registry, actor, edits });
      return draft.result();
    },
    async after(tx, { after }) {
      const userIds = withRows ? await placeUsers(tx, /** @type {any} */ (document).users ?? []) : new Map();
      const tables = document.tables.map((table) => after.table(table.name));
      const site = { now: clock().getTime(), timeZone: after.settings.timeZone };
      await importRows(tx, { tables, rows, registry, ...site, userIds, fileIds, onProgress });
      const comments = (withRows && /** @type {any} */ (document).comments) || {};
      await importComments(tx, { tables, comments, registry, ...site, userIds });
    },
  });
  return {
    app: document.app.name,
    revision: result.revision,
    version: result.version,
    warnings: result.warnings,
    document,
  };
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
