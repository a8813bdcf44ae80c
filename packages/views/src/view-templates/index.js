import { readDefinitions } from '@plinth/plugin';

/** Core's own view templates: one file, or one folder with a file of its name, each. */
export const viewTemplates = await readDefinitions(new URL('./', import.meta.url), 'viewTemplate');
