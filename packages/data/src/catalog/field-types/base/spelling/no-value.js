/**
 * What programs write for "no value": PostgreSQL's COPY, other databases, and spreadsheets where a formula found nothing.
 * What people write (n/a, a dash) is left to them, because a dash may also mean zero.
 */
const NO_VALUES = new Set(['\\N', 'NULL', 'null', '#N/A', '#NV']);

/** Whether a text stands for no value where it can't be a value itself. @param {string} text */
export const isNoValue = (text) => NO_VALUES.has(text);
