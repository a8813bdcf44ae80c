/** @import { Request } from '../../types.d.ts' */

/** How many rows an import added, changed and left alone. @param {Request} req @param {{ inserted: number, changed?: number, unchanged?: number }} counts */
export function doneText({ ctx: { t } }, { inserted, changed = 0, unchanged = 0 }) {
  const parts = [
    (inserted > 0 || changed + unchanged === 0) && t('admin.csv.inserted', { count: inserted }),
    changed > 0 && t('admin.import.key.changed', { count: changed }),
    unchanged > 0 && t('admin.import.key.unchanged', { count: unchanged }),
  ];
  return parts.filter(Boolean).join(' ');
}
