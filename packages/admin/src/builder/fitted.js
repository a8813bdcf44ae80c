/** @import { Draft } from '../layout/draft.js' */
/** @import { Edited } from '../layout/object-screen.js' */

/**
 * What is edited, with the settings that a draft has. Those of a view or page are always the same.
 *
 * @param {Edited} edited @param {Draft} draft @returns {Edited}
 */
export const fitted = (edited, draft) => edited.fit?.(draft) ?? edited;
