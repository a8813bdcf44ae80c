/** HTTP methods that a function can answer. */
export const FUNCTION_METHODS = Object.freeze(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Types of a function's parameters. */
export const FUNCTION_TYPES = Object.freeze(['text', 'integer', 'number', 'boolean', 'date', 'json']);
