import { readLocales } from '@plinth/plugin';

/** Texts by language: the help of functions by key, errors by their English text. */
export const expressionTexts = readLocales(new URL('../locales/', import.meta.url));
