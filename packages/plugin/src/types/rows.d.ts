// Rows and values as packages pass them on.

/**
 * A row as it was read, or one to be written, by the names of its fields. The type of a field says what its values are
 * (`parse`, `validate`), which no type of TypeScript can follow.
 */
export type Row = Record<string, any>;
/** Values by name, which a schema describes and checks: of settings, of an input. */
export type Values = Record<string, any>;
