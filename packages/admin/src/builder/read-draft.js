/** @import { Values } from '@plinth/plugin' */
import { AppError, checkSettings } from '@plinth/plugin';
import { plain } from '../objects/references.js';

/** @import { Draft, Subject } from '../layout/draft.js' */

/** Of JSON with a draft. A layout is deeper than what other JSON holds: each level of elements is an object in a list. */
export const DRAFT_LIMITS = { maxBytes: 2 * 1024 * 1024, maxDepth: 130 };

/**
 * A draft as a browser sends it, with its shape checked: layouts that the subject has, made of nodes with ids and types.
 * Settings may be incomplete or wrong, since the draft is still being worked on.
 *
 * @param {Subject} subject @param {unknown} sent @returns {Draft}
 * @throws {AppError} DRAFT_INVALID (422)
 */
export function readDraft(subject, sent) {
  try {
    const { general, settings, layouts } = /** @type {Values} */ (plain(sent));
    for (const part of [general, settings, layouts])
      if (typeof part !== 'object' || part === null || Array.isArray(part)) throw new TypeError('not an object');
    const schema = subject.layouts.map(({ name }) => ({ name, type: /** @type {const} */ ('layout'), required: true }));
    const draft = { general, settings, layouts: checkSettings(schema, layouts) };
    // PostgreSQL can't store it.
    if (JSON.stringify(draft).includes('\\u0000')) throw new TypeError('a character that can not be stored');
    return draft;
  } catch (error) {
    throw new AppError('DRAFT_INVALID', 'The draft can’t be read', {
      status: 422,
      hint: 'Open the screen again. Saved changes are not affected',
      cause: error,
    });
  }
}
