// Literals of SQL, and folders of texts.

/** A literal for DDL, which takes no bound values (defaults, check constraints). TEXT_INVALID for a NUL character. */
export function quoteLiteral(value: string | number | boolean | null): string;
/**
 * Interface texts from a folder of `<language>.json`, each a file of keys and texts: `{ en: { key: text }, de: ... }`.
 * Where a language is a folder, its files count together; two of them with the same key are an error.
 */
export function readLocales(folder: URL): Record<string, Record<string, string>>;
/** Refuses a plugin with a label that looks like one of its keys but has no English (LABEL_INVALID). */
export function checkLabels(plugin: import('./plugins.d.ts').Plugin): void;
