import { createDraftLinks } from './draft-links.js';
import { createDraftUses } from './draft-uses.js';
import { createDrafts } from './drafts.js';
import { createPresence } from './presence.js';

/** @import { Database } from '../../postgres/database/database.js' */

/** What is being built and not published yet. @param {{ db: Database }} context */
export function createDraftServices(context) {
  const links = createDraftLinks(context);
  const presence = createPresence(context);
  return {
    ...createDrafts(context),
    ...createDraftUses(context),
    links,
    presence,
    async sweep() {
      await links.sweep();
      await presence.sweep();
    },
  };
}
