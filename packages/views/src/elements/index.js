import { readDefinitions } from '@plinth/plugin';

/** Core's own elements: one file each. */
export const elements = await readDefinitions(new URL('./', import.meta.url), 'element');
