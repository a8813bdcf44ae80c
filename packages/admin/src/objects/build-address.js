/**
 * Where a view or page is edited: in the builder. Without scripts, it says what else there is: a form of settings, the source.
 *
 * @param {'view' | 'page' | 'piece'} kind @param {string} name
 */
export const buildAddress = (kind, name) => `/admin/build/${kind}s/${encodeURIComponent(name)}`;
