import { readDefinitions } from '@plinth/plugin';

/** Core's own field views: one file each. */
export const fieldViews = await readDefinitions(new URL('./', import.meta.url), 'fieldView');
