/** @import { Actor, AppDocument, Catalog, Registry, Row, Values } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { AppError } from '@plinth/plugin';
import { isUnlimited } from '../../rules/rights/index.js';
import { checkDocument } from './check-document.js';
import { exportComments, nameAuthors } from './comments.js';
import { documentText, exportMetadata } from './export-app.js';
import { exportRows } from './export-rows.js';
import { takeFiles } from './files.js';
import { installApp, suggestPrefix } from './install-app.js';
import { appDocumentSchema } from './json-schema.js';
import { withPrefix } from './prefix.js';
import { readAppFile } from './read-app-file.js';
import { readDocument } from './read-document.js';
import { digestOf, rightsOf } from './review.js';
import { offersOf } from './site-changes.js';
import { isFileField, isUserField } from './row-values.js';
import { readUsers } from './sample-users.js';

/**
 * @typedef {{ db: Database, registry: Registry, catalog: () => Catalog, clock: () => Date,
 *   engine: ReturnType<typeof import('../engine/engine.js').createEngine>,
 *   events: import('../../gate/security/security-events.js').SecurityEvents, files?: any,
 *   fetchPackage?: import('./verified-packages.js').FetchPackage }} AppsContext
 */

/**
 * Checking, installing and exporting apps.
 *
 * @param {AppsContext} context
 */
export function createApps(context) {
  const { registry } = context;
  return {
    read: readAppFile,

    /**
     * What would prevent an installation and what the app could do afterwards, known before anything is changed.
     * `reviewed` stands for the document and its rights, whatever the prefix, which is often chosen later.
     *
     * @param {unknown} input a parsed document @param {{ prefix?: string }} [options]
     */
    check(input, { prefix } = {}) {
      const scope = { catalog: context.catalog(), registry };
      const read = readDocument(input, registry);
      const document = prefix ? withPrefix(read, prefix, scope) : read;
      const { clashes, problems } = checkDocument(document, scope);
      const rights = rightsOf(document, scope);
      const reviewed = digestOf(prefix ? rightsOf(read, scope) : rights, read);
      const offers = offersOf(document, scope.catalog);
      return { clashes, problems, document, prefix: suggestPrefix(read), offers, rights, reviewed };
    },

    /** @param {Actor} actor @param {unknown} input @param {Parameters<typeof installApp>[3]} [options] */
    install: (actor, input, options) => installApp(context, actor, input, options),

    /**
     * Writes an app as a document. Installing it on an empty server and exporting it again gives the same bytes.
     *
     * @param {Actor} actor an admin @param {string} name @param {{ rows?: boolean }} [options]
     * @returns {Promise<AppDocument>}
     */
    async export(actor, name, { rows: withRows = true } = {}) {
      if (!isUnlimited(actor)) {
        throw new AppError('FORBIDDEN', 'Only administrators may export an app', { status: 403 });
      }
      await context.events.add('exported', { by: actor.userId, address: actor.address, what: name });
      const { document, tables } = exportMetadata(context.catalog(), registry, name);
      if (!withRows) return document;
      return context.db.transaction(
        async (tx) => {
          const { rows, userIds, fileIds } = await exportRows(tx, { tables, registry });
          const { comments, userIds: authors } = await exportComments(tx, tables, rows);
          const { users, emails } = await readUsers(tx, userIds.union(authors));
          const { files, keys } = await takeFiles(context, actor, fileIds);
          for (const table of tables) nameOutside(rows[table.name] ?? [], table, emails, keys);
          return {
            ...document,
            ...filled('users', users),
            ...filled('rows', rows),
            ...filled('comments', nameAuthors(comments, emails)),
            ...filled('files', files),
          };
        },
        { isolation: 'repeatable read', readOnly: true },
      );
    },

    text: documentText,

    /** The JSON Schema of documents, with everything that is defined here. */
    schema: () => appDocumentSchema(registry),
  };
}

/**
 * Replaces ids of users and files with what the document calls them.
 *
 * @param {Row[]} rows @param {Values} table @param {Map<string, string>} emails @param {Map<string, string>} keys
 */
function nameOutside(rows, table, emails, keys) {
  for (const field of table.fields) {
    const names = isUserField(field) ? emails : isFileField(field) ? keys : null;
    if (!names) continue;
    for (const row of rows) {
      const value = row[field.name];
      if (Array.isArray(value)) row[field.name] = value.flatMap((id) => names.get(id) ?? []);
      else if (value !== undefined) row[field.name] = names.get(value) ?? null;
    }
  }
}

/** @param {string} key @param {object} value */
function filled(key, value) {
  return Object.keys(value).length > 0 ? { [key]: value } : {};
}
