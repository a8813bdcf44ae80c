// Literals of SQL, and folders of texts.

/** A literal for DDL, which takes no bound values (defaults, check constraints). TEXT_INVALID for a NUL character. */
export function quoteLiteral(value: string | number | boolean | null): string;
/**
 * Interface texts from a folder of `<language>/<area>.json`, each a file of keys and texts: `{ en: { key: text }, de:
 * ... }`. Throws if two files of a language have the same key.
 */
export function readLocales(folder: URL): Record<string, Record<string, string>>;
