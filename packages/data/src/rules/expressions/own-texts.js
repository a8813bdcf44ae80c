import { readLocales } from '@plinth/plugin';

/** What this package says, by language and key: read once, for all who translate. */
export const ownTexts = readLocales(new URL('../../../locales/', import.meta.url));
