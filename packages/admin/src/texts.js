import { readLocales } from '@plinth/plugin';

/** Interface texts of the admin and of the builder, by language and key. */
export const adminTexts = readLocales(new URL('../locales/', import.meta.url));
