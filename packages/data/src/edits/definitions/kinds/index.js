import { readDefinitions } from '@plinth/plugin';

/** Kinds of metadata, each in its own file. */
export const kinds = await readDefinitions(new URL('./', import.meta.url), 'kind');
