/** @import { AppDocument, MenuItem, Registry } from '@plinth/plugin' */
/** @import { Draft } from '../definitions/base/draft.js' */
/** @import { EditContext } from '../types.d.ts' */
import { ADMIN, nodeId, packageFunction } from '@plinth/plugin';
import { createYield } from '../definitions/base/yield.js';
import { planEdit } from '../definitions/base/plan-edit.js';
import { addTables } from '../definitions/base/new-table.js';
import { checkFunction } from '../definitions/base/functions.js';
import { checkMail } from '../definitions/base/mails.js';
import { checkPiece } from '../definitions/base/pieces.js';
import { checkPage } from '../definitions/base/pages.js';
import { checkTrigger } from '../definitions/base/triggers.js';
import { checkView } from '../definitions/base/views.js';
import { checkWorkflow } from '../definitions/base/workflows.js';
import { reachIds } from '../definitions/base/app-reach.js';
import { takenBy } from '../definitions/base/taken.js';

/**
 * Puts all objects of a document onto a draft, with the same checks as the single edits. The time grows with the
 * document's size, not its square, and other requests get their turn meanwhile.
 *
 * @param {Draft} draft @param {AppDocument} document in full form, without clashes, and with what was chosen only
 * @param {EditContext} context
 * @param {{ isWithoutRoles?: boolean, reach?: readonly string[] | 'all' }} [options] isWithoutRoles: what the document's own
 *   roles may is left to admins; reach: names of tables outside of the app that its system code may read and change
 */
export async function planInstall(draft, document, context, { isWithoutRoles = false, reach = [] } = {}) {
  /** @param {string} name @param {any} input */
  const step = async (name, input) => {
    const edit = context.edits.get(name);
    if (edit) await planEdit(edit, draft, input, context);
  };
  const app = document.app.name;
  const { settings = {}, home = {} } = document;
  const before = draft.catalog;

  await step('add-app', document.app);
  const added = (document.roles ?? []).filter(({ name }) => !before.roles.some((known) => known.name === name));
  for (const { home: _, ...role } of added) await step('add-role', { role });
  for (const secret of document.secrets ?? []) {
    if (!draft.catalog.hasSecret(secret.name)) await step('add-secret', { secret });
  }
  for (const { code, ...one } of document.packages ?? []) {
    if (!draft.catalog.hasFunction(packageFunction(one.name)))
      await step('add-function', { function: { package: one, code } });
  }
  const yieldTurn = createYield();
  /** @param {any[]} list @param {(entry: any) => void} add */
  const each = async (list, add) => {
    for (const entry of list) {
      add({ ...entry, app });
      await yieldTurn();
    }
  };
  await addTables(
    draft,
    document.tables.map((table) => ({ ...table, app })),
    yieldTurn,
  );
  // A document's names can't conflict with each other, so all are checked against the Catalog before the first is
  // added.
  const scope = { catalog: draft.catalog, registry: context.registry };
  await each(document.pieces ?? [], (piece) => addChecked(draft, 'piece', checkPiece(piece, scope)));
  await each(document.functions ?? [], (one) => addChecked(draft, 'function', checkFunction(one, scope)));
  await each(document.pages, (page) => addChecked(draft, 'page', checkPage(page, scope)));
  await each(document.views, (view) => addChecked(draft, 'view', checkView(view, scope)));
  const isMore = document.triggers?.length || document.workflows?.length;
  const installed = { catalog: isMore ? draft.catalog : scope.catalog, registry: context.registry };
  await each(document.mails ?? [], (mail) => addChecked(draft, 'mail', checkMail(mail, scope)));
  await each(document.triggers ?? [], (trigger) =>
    addChecked(draft, 'trigger', checkTrigger(carried(trigger), installed)),
  );
  addWorkflows(
    draft,
    (document.workflows ?? []).map((one) => ({ ...carried(one), app })),
    context.registry,
  );
  if (document.menu.length > 0) {
    await step('change-menu', { items: [...draft.catalog.menu.items, ...document.menu.map(withIds)] });
  }
  if (isWithoutRoles) await leaveToAdmins(draft, added, step);
  await setHomes(home, step, draft);
  if (Object.keys(settings).length > 0) await step('change-settings', { changes: settings });
  const { id } = /** @type {import('@plinth/plugin').App} */ (draft.catalog.apps.find(({ name }) => name === app));
  draft.merge(id, { taken: takenBy(before, draft.catalog, document), reach: reachIds(reach, before) });
}

/**
 * Takes roles away again, as if somebody removed them; what is sent to them goes to admins.
 *
 * @param {Draft} draft @param {readonly { name: string }[]} roles @param {(name: string, input: any) => Promise<void>} step
 */
async function leaveToAdmins(draft, roles, step) {
  const names = new Set(roles.map(({ name }) => name));
  for (const role of [...names].reverse()) await step('remove-role', { role });
  draft.mapReferences(({ kind, name }) => (kind === 'role' && names.has(name) ? ADMIN : undefined));
}

/** People are not part of a document: a trigger with a person's rights waits until somebody chooses one. @param {any} trigger */
const carried = (trigger) => (trigger.as === 'user' ? { ...trigger, as: 'cause', enabled: false } : trigger);

/**
 * Workflows may run each other, so all of them exist before their steps are checked.
 *
 * @param {Draft} draft @param {any[]} workflows @param {Registry} registry
 */
function addWorkflows(draft, workflows, registry) {
  if (workflows.length === 0) return;
  const before = { catalog: draft.catalog, registry };
  const ids = workflows.map((one) =>
    addChecked(draft, 'workflow', checkWorkflow({ ...one, steps: [], onError: [] }, before)),
  );
  const after = { catalog: draft.catalog, registry };
  for (const [i, one] of workflows.entries()) {
    const { body } = checkWorkflow(one, after, { id: ids[i] });
    draft.change(ids[i], { body });
  }
}

/** @param {Draft} draft @param {'page' | 'view' | 'piece' | 'trigger' | 'workflow' | 'function' | 'mail'} kind @param {{ name: string, body: any }} checked */
const addChecked = (draft, kind, { name, body }) => draft.add(kind, name, body);

/**
 * @param {Record<string, string>} home pages by role @param {(name: string, input: any) => Promise<void>} step @param {Draft} draft
 */
async function setHomes(home, step, draft) {
  for (const [role, page] of Object.entries(home))
    if (draft.catalog.roles.some(({ name }) => name === role))
      await step('change-role', { role, changes: { home: page } });
}

/** @param {any} item @returns {MenuItem} */
function withIds(item) {
  return { ...item, id: nodeId(), items: (item.items ?? []).map(withIds) };
}
