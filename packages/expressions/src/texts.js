import { readLocales } from '@plinth/plugin';

/** What expressions say about errors and functions, by language; the English in the code is the key. */
export const expressionTexts = readLocales(new URL('../locales/', import.meta.url));
