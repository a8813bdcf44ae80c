/** @import { Actor } from '@plinth/plugin' */
/** @import { PlannedDetail } from '../../catalog/lists/planned-lists.js' */
import { detailPdf } from './detail-pdf.js';

/**
 * Detail views as files.
 *
 * @param {Parameters<typeof detailPdf>[0] & { events?: import('../../gate/security/security-events.js').SecurityEvents }} context
 */
export function createDetails(context) {
  return {
    /** @param {Actor} actor @param {PlannedDetail} planned */
    async pdf(actor, planned) {
      const made = await detailPdf(context, actor, planned);
      const by = { by: actor.userId, address: actor.address };
      if (made) await context.events?.add('exported', { ...by, what: `${planned.table} (PDF)` });
      return made;
    },
  };
}
