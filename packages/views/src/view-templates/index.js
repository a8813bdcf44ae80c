import { readDefinitions } from '@plinth/plugin';

export const viewTemplates = await readDefinitions(new URL('./', import.meta.url), 'viewTemplate');
