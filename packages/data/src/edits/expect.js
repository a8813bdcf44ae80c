/** @import { StoredCatalog } from '../catalog/types.d.ts' */
import { AppError } from '@plinth/plugin';

/**
 * Refuses when somebody else changed an object since the caller looked at it.
 *
 * @param {StoredCatalog} catalog @param {Record<string, number> | undefined} expect versions by id
 */
export function checkExpected(catalog, expect = {}) {
  const changed = Object.entries(expect).flatMap(([id, version]) => {
    const object = catalog.objects.get(id);
    if (object?.version === Number(version)) return [];
    return [
      {
        id,
        kind: object?.kind ?? null,
        name: object?.name ?? null,
        expected: Number(version),
        version: object?.version ?? null,
        now: object?.body ?? null,
      },
    ];
  });
  if (changed.length === 0) return;
  const first = changed[0];
  throw new AppError(
    'EDIT_CONFLICT',
    first.name
      ? `The ${first.kind} "${first.name}" was changed by somebody else meanwhile`
      : 'What you were editing was removed meanwhile',
    {
      status: 409,
      hint: 'Look at what changed, then make your change again',
      details: { changed },
    },
  );
}
