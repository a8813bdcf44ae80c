import { readDefinitions } from '@plinth/plugin';

/** Core's own field types: one file each. */
export const fieldTypes = await readDefinitions(new URL('./', import.meta.url), 'fieldType');
