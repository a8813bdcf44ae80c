import { readDefinitions } from '@plinth/plugin';

/** What can start a trigger: one file each. */
export const triggerSources = await readDefinitions(new URL('./definitions/', import.meta.url), 'triggerSource');
