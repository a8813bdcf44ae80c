/** @import { Registry, Row, Values } from '@plinth/plugin' */
/** @import { Rename } from '../../catalog/model/renames.js' */
/** @import { Change, StoredCatalog, StoredObject } from '../../catalog/types.d.ts' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { isDeepStrictEqual } from 'node:util';
import { mapObject } from '../../catalog/model/references.js';
import { renamesOf, visitRenamed } from '../../catalog/model/renames.js';
import { k } from '../../postgres/sql/index.js';

/**
 * Open drafts name what an edit has renamed by its new name, as the published layouts do. A browser that has one open
 * hears of the new version and merges it.
 *
 * @param {Pick<Transaction, 'query'>} tx of the edit
 * @param {{ before: StoredCatalog, changes: readonly Change[], registry: Registry }} edit
 */
export async function followRenames(tx, { before, changes, registry }) {
  const renames = renamesOf(changes, before);
  if (renames.length === 0) return;
  const visit = visitRenamed(renames, before);
  for (const { object_id: id, version, draft, base } of await draftsNaming(tx, renames)) {
    const object = before.objects.get(id);
    if (!object) continue;
    const [next, nextBase] = [draft, base].map((one) => mapDraft(one, object, { catalog: before, registry }, visit));
    if (isDeepStrictEqual([next, nextBase], [draft, base])) continue;
    const values = { draft: JSON.stringify(next), base: JSON.stringify(nextBase), version: version + 1 };
    await tx.query(k('plinth.layout_drafts').where('object_id', id).update(values));
  }
}

/** @param {Pick<Transaction, 'query'>} tx @param {readonly Rename[]} renames @returns {Promise<Row[]>} */
async function draftsNaming(tx, renames) {
  const names = renames.map(({ from }) => from);
  const { rows } = await tx.query(
    k('plinth.layout_drafts')
      .select('object_id', 'version', 'draft', 'base')
      .whereRaw('exists (select from unnest(?::text[]) as name where strpos(draft::text, name) > 0)', [names])
      .whereRaw(`ended is distinct from 'published'`)
      .orderBy('object_id')
      .forUpdate(),
  );
  return rows;
}

/**
 * @param {Values} draft @param {StoredObject} object that it is a draft of
 * @param {Parameters<typeof mapObject>[1]} context @param {Parameters<typeof mapObject>[2]} visit
 */
function mapDraft(draft, object, context, visit) {
  const { general, settings, layouts } = draft;
  const shown = general.roles ? { roles: general.roles } : {};
  const drawn = object.kind === 'view' ? { config: { ...settings, ...layouts } } : layouts;
  const body = mapObject({ ...object, body: { ...object.body, ...shown, ...drawn } }, context, visit);
  const values = object.kind === 'view' ? body.config : body;
  return {
    ...draft,
    general: { ...general, ...(general.roles && { roles: body.roles }) },
    settings: taken(values, settings),
    layouts: taken(values, layouts),
  };
}

/** @param {Values} values @param {Values} like */
const taken = (values, like) => Object.fromEntries(Object.keys(like).map((name) => [name, values[name]]));
