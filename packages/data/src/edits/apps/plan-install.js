/** @import { AppDocument, Kind, MenuItem, Registry, Values } from '@plinth/plugin' */
/** @import { Draft } from '../definitions/base/draft.js' */
/** @import { EditContext } from '../types.d.ts' */
import { ADMIN, belongsToApps, nodeId } from '@plinth/plugin';
import { kindsOf } from '../../catalog/model/kinds.js';
import { createYield } from '../definitions/base/yield.js';
import { planEdit } from '../definitions/base/plan-edit.js';
import { hasPackage } from '../definitions/base/function-packages.js';
import { addTables } from '../definitions/base/new-table.js';
import { checkObject } from '../definitions/base/check-object.js';
import { reachIds } from '../definitions/base/app-reach.js';
import { takenBy } from '../definitions/base/taken.js';
import { objectsIn } from './document-parts.js';

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
  /** @param {string} name @param {Values} input */
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
    if (!hasPackage(draft.catalog, one.name)) await step('add-function', { function: { package: one, code } });
  }
  const yieldTurn = createYield();
  await addTables(
    draft,
    document.tables.map((table) => ({ ...table, app })),
    yieldTurn,
  );
  await addObjects(draft, document, context.registry, yieldTurn);
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
 * @param {Draft} draft @param {readonly { name: string }[]} roles @param {(name: string, input: Values) => Promise<void>} step
 */
async function leaveToAdmins(draft, roles, step) {
  const names = new Set(roles.map(({ name }) => name));
  for (const role of [...names].reverse()) await step('remove-role', { role });
  draft.mapReferences(({ kind, name }) => (kind === 'role' && names.has(name) ? ADMIN : undefined));
}

/**
 * Adds the objects of all kinds. A document's names can't conflict with each other, so what is checked against the tables
 * alone is checked before the first is added, and what may refer to everything afterwards.
 *
 * @param {Draft} draft @param {AppDocument} document @param {Registry} registry @param {() => Promise<void>} yieldTurn
 */
async function addObjects(draft, document, registry, yieldTurn) {
  const kinds = kindsOf(registry).filter((kind) => belongsToApps(kind) && objectsIn(document, kind.plural).length > 0);
  const placeOf = (/** @type {Kind} */ { documents }) => documents?.installed ?? Infinity;
  const early = kinds.filter((kind) => placeOf(kind) < Infinity).sort((a, b) => placeOf(a) - placeOf(b));
  const late = kinds.filter((kind) => placeOf(kind) === Infinity);
  for (const group of [early, late].filter((some) => some.length > 0)) {
    const scope = { catalog: draft.catalog, registry };
    for (const kind of group) {
      const { carried, install } = kind.documents ?? {};
      const objects = objectsIn(document, kind.plural).map((one) => ({
        ...(carried ? carried(one) : one),
        app: document.app.name,
      }));
      if (install) install(draft, objects, registry);
      else await each(objects, (object) => addChecked(draft, kind, checkObject(kind, object, scope)), yieldTurn);
    }
  }
}

/** @param {readonly unknown[]} list @param {(entry: any) => void} add @param {() => Promise<void>} yieldTurn */
async function each(list, add, yieldTurn) {
  for (const entry of list) {
    add(entry);
    await yieldTurn();
  }
}

/** @param {Draft} draft @param {Kind} kind @param {{ name: string, body: Values }} checked */
const addChecked = (draft, kind, { name, body }) => draft.add(/** @type {any} */ (kind.name), name, body);

/**
 * @param {Record<string, string>} home pages by role @param {(name: string, input: Values) => Promise<void>} step @param {Draft} draft
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
