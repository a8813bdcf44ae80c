import { readDefinitions } from '@plinth/plugin';

/** What a button can do: one file each. */
export const actions = await readDefinitions(new URL('./definitions/', import.meta.url), 'action');
