import { readLocales } from '@plinth/plugin';

/** Texts for errors and functions, by language; the English text in the code is the key. */
export const expressionTexts = readLocales(new URL('../locales/', import.meta.url));
