import { readLocales } from '@plinth/plugin';

/** Interface texts of the server's own screens and errors, by language and key. */
export const serverTexts = readLocales(new URL('../locales/', import.meta.url));
