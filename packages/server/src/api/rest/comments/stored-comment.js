/** @import { Values } from '@plinth/plugin' */
/** @import { App } from '../../../types.d.ts' */
import { inputInvalid } from '@plinth/plugin';

/** @typedef {Awaited<ReturnType<App['data']['comments']['list']>>} Listed */

const PERSON = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' } },
};
const MOMENT = { type: 'string', format: 'date-time' };

/** A comment in answers. */
export const COMMENT = Object.freeze({
  type: 'object',
  required: ['id', 'text', 'by', 'mentions', 'at', 'editedAt', 'isOwn'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    text: { type: 'string', description: 'Markdown; people who are mentioned by name, as in `@Ada Lovelace`' },
    by: { ...PERSON, description: 'Its author; the name is empty once their account is deleted' },
    mentions: { type: 'array', items: PERSON },
    at: MOMENT,
    editedAt: { ...MOMENT, type: ['string', 'null'] },
    isOwn: { type: 'boolean', description: 'Whether you may change it' },
  },
});

/** A comment in requests. */
export const COMMENT_INPUT = Object.freeze({
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: {
    text: {
      type: 'string',
      minLength: 1,
      maxLength: 10_000,
      description: 'Markdown; `@Name` mentions a reader of the row',
    },
    mentions: {
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      maxItems: 20,
      description: 'Ids of people whose name is in the text, where several people have that name',
    },
  },
});

/** @param {Values} body @returns {{ text: unknown, picked: string[] }} @throws {import('@plinth/plugin').AppError} INPUT_INVALID */
export function readComment(body) {
  const { text, mentions = [], ...rest } = body && typeof body === 'object' && !Array.isArray(body) ? body : {};
  const [strange] = Object.keys(rest);
  if (strange !== undefined) throw inputInvalid({ [strange]: 'is not known' });
  if (!Array.isArray(mentions) || mentions.some((id) => typeof id !== 'string'))
    throw inputInvalid({ mentions: 'must be a list of ids' });
  return { text, picked: mentions };
}

/**
 * As the API shows it.
 *
 * @param {App['data']['comments']} comments @param {Listed['comments'][number]} comment @param {Listed['names']} names
 */
export function commentInfo(comments, { id, text, by, at, editedAt, isOwn }, names) {
  const mentioned = [...names].filter(([person]) => text.includes(`@{${person}}`));
  return {
    id,
    text: comments.typed(text, names),
    by: { id: by.id, name: by.name },
    mentions: mentioned.map(([person, name]) => ({ id: person, name })),
    at: new Date(at).toISOString(),
    editedAt: editedAt && new Date(editedAt).toISOString(),
    isOwn,
  };
}
