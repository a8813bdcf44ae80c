import { createListSettings } from './list-settings.js';
import { createPlannedLists } from './planned-lists.js';
import { createSavedFilters } from './saved-filters.js';

/** @import { Catalog } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */

/** What Plinth remembers about how people use lists. @param {{ db: Database, catalog: () => Catalog }} context */
export function createLists(context) {
  return { filters: createSavedFilters(context), settings: createListSettings(context), ...createPlannedLists() };
}
