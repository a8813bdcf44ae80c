/**
 * Where a view or page is edited: in the builder. Without scripts, the builder leads on to the form editor.
 *
 * @param {'view' | 'page' | 'piece'} kind @param {string} name
 */
export const buildAddress = (kind, name) => `/admin/build/${kind}s/${encodeURIComponent(name)}`;
