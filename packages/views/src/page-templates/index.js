import { readDefinitions } from '@plinth/plugin';

/** Core's own starting points for pages: one file each. */
export const pageTemplates = await readDefinitions(new URL('./', import.meta.url), 'pageTemplate');
