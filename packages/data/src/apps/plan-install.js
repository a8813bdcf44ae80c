/** @import { AppDocument, MenuItem } from '@plinth/plugin' */
/** @import { Draft } from '../edits/draft.js' */
/** @import { EditContext } from '../edits/types.d.ts' */
import { nodeId } from '@plinth/plugin';
import { finishTable, startTable } from '../edits/base/new-table.js';

/**
 * Puts all objects of a document onto a draft, through the same checks as the single edits.
 *
 * @param {Draft} draft @param {AppDocument} document in full form, without clashes
 * @param {EditContext} context
 */
export async function planInstall(draft, document, context) {
  /** @param {string} name @param {any} input */
  const step = async (name, input) => {
    await context.edits.get(name)?.plan(draft, input, context);
  };
  const app = document.app.name;
  const isFirst = draft.catalog.apps.length === 0;

  await step('add-app', document.app);
  for (const { home: _, ...role } of document.roles ?? []) {
    if (!draft.catalog.roles.some((known) => known.name === role.name)) await step('add-role', { role });
  }
  const tables = document.tables.map((table) => ({ ...table, app }));
  const ids = tables.map((table) => startTable(draft, table));
  tables.forEach((table, i) => finishTable(draft, ids[i], table));
  for (const page of document.pages) await step('add-page', { page: { ...page, app } });
  for (const view of document.views) await step('add-view', { view: { ...view, app } });
  if (document.menu.length > 0) {
    await step('change-menu', { items: [...draft.catalog.menu.items, ...document.menu.map(withIds)] });
  }
  await setHomes(document, step, draft);
  // How a site looks is the app's business; who may come in and what may be stored is not.
  const settings = Object.fromEntries(Object.entries(document.settings ?? {}).filter(([name]) => !OWN.has(name)));
  if (isFirst && Object.keys(settings).length > 0) await step('change-settings', { changes: settings });
}

/** Settings that are the server's own. */
const OWN = new Set(['signUp', 'uploadsTotal', 'uploadsPerPerson', 'uploadsPerVisitor', 'apiOrigins', 'apiPerMinute']);

/** The first app gives the home pages; a later one only where there is none. @param {AppDocument} document @param {(name: string, input: any) => Promise<void>} step @param {Draft} draft */
async function setHomes(document, step, draft) {
  for (const [role, home] of Object.entries(document.home ?? {})) {
    const known = draft.catalog.roles.find((candidate) => candidate.name === role);
    if (known && !known.home) await step('change-role', { role, changes: { home } });
  }
}

/** @param {any} item @returns {MenuItem} */
function withIds(item) {
  return { ...item, id: nodeId(), items: (item.items ?? []).map(withIds) };
}
