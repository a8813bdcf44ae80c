import { AppError, phrase } from '@plinth/plugin';
import { choose, differenceOf, isNone, mergeDrafts } from '@plinth/builder';
import { mayEdit } from '../frame/index.js';
import { editOf } from '../layout/edit-of.js';
import { plain } from '../objects/references.js';
import { withDraftViews } from './draft-views.js';
import { conflictsOf } from './conflicts.js';
import { fitted } from './fitted.js';
import { openDraft } from './open-draft.js';
import { viewEdits } from './publish-views.js';
import { draftProblems } from './render-draft.js';
import { draftChanged } from './save-draft.js';

/** @import { Request } from '../types.d.ts' */
/** @import { Draft } from '../layout/draft.js' */
/** @import { Edited } from '../layout/object-screen.js' */
/** @import { Choices } from '@plinth/builder' */

/**
 * Publishes a draft as one edit. What else was published since the draft began is merged element by element; where both
 * changed the same, `choices` says whose.
 *
 * @param {Request} req @param {Edited} edited @param {{ version: unknown, choices?: Choices, anyway?: boolean }} sent
 *   anyway: although it names what no longer exists
 * @returns {Promise<{ revision: string | null, merged: boolean, name: string } | null>} null: a form was answered with the
 *   question for the password; revision: null if nothing had changed; name: of the object, which the draft may have renamed
 * @throws {AppError} DRAFT_CHANGED, PUBLISH_CONFLICT (409), DRAFT_INCOMPLETE, DRAFT_BROKEN (422)
 */
export async function publishDraft(req, edited, { version, choices = {}, anyway = false }) {
  const { app, author } = req.ctx;
  const { subject } = edited;
  const open = await openDraft(req, edited);
  if (!open.saved || open.version !== version) throw await draftChanged(req, edited);
  const published = plain(edited.draft);
  const draft = open.isBehind ? merged(req, edited, { ...open, published }, choices) : open.draft;
  const { catalog } = req.ctx;
  const { draft: bare, views } = withDraftViews(req, draft);
  refuseWrong(draftProblems(req, fitted(edited, bare), bare), anyway);
  const end = { version: open.version, how: /** @type {const} */ ('published') };
  const { name } = subject;
  if (isNone(differenceOf(published, draft))) {
    await app.data.drafts.end(author, subject.id, end);
    return { revision: null, merged: false, name };
  }
  const { registry } = req.ctx.app;
  const made = viewEdits(bare, views, { catalog, registry, roles: bare.general.roles ?? [] });
  const revision = await publishAsEdit(req, edited, made);
  if (revision === null) return null;
  // Ended only now: after a crash in between, the draft equals what is published, and publishing it changes nothing.
  await app.data.drafts.end(author, subject.id, end);
  return { revision, merged: open.isBehind, name: draft.general.name ?? name };
}

/**
 * @param {Request} req @param {Edited} edited @param {Awaited<ReturnType<typeof openDraft>> & { published: Draft }} open
 * @param {Choices} choices @returns {Draft}
 */
function merged(req, edited, { base, draft, published }, choices) {
  const { draft: result, conflicts } = mergeDrafts(base, draft, published);
  if (conflicts.length === 0) return result;
  if (conflicts.every((id) => choices[id] === 'mine' || choices[id] === 'theirs'))
    return choose({ base, mine: draft, theirs: published }, result, choices);
  throw new AppError('PUBLISH_CONFLICT', 'Somebody else has published changes of the same elements', {
    status: 409,
    hint: 'Choose for each element which change to keep',
    details: { conflicts: conflictsOf(req, edited, conflicts, { base, mine: draft, theirs: published }) },
  });
}

/** @param {import('./render-draft.js').BuilderProblem[]} problems @param {boolean} anyway */
function refuseWrong(problems, anyway) {
  const incomplete = problems.filter(({ kind }) => kind === 'incomplete');
  if (incomplete.length > 0) {
    throw new AppError('DRAFT_INCOMPLETE', 'Some elements are not complete yet', {
      status: 422,
      details: { problems: incomplete },
      hint: 'Fill them in or remove them, then publish again',
    });
  }
  const broken = problems.filter(({ kind }) => kind === 'missing' || kind === 'broken');
  if (broken.length === 0 || anyway) return;
  throw new AppError('DRAFT_BROKEN', 'Some elements would not work', {
    status: 422,
    details: { problems: broken },
    hint: 'Change or remove them, or publish anyway: visitors don’t see these elements',
  });
}

/**
 * With the views that it makes or changes, which are one step with it.
 *
 * @param {Request} req @param {Edited} edited @param {ReturnType<typeof viewEdits>} made
 * @returns {Promise<string | null>} the revision's id; null: the password was asked for
 */
async function publishAsEdit(req, edited, { edits, draft }) {
  const { app, author, catalog, response } = req.ctx;
  const { id } = edited.subject;
  const own = editOf(edited, draft);
  const all = [...edits, own];
  const { edit, input } = edits.length > 0 ? { edit: 'batch', input: { edits: all } } : own;
  const says = edits.length > 0 ? phrase`Publish "${edited.label}" and its views` : undefined;
  if (!(await mayEdit(req, response, edit, input))) return null;
  const expect = { [id]: catalog.object(id)?.version ?? 0 };
  const { revision } = await app.data.edit(author, edit, input, { expect, ...(says && { says }) });
  return revision;
}
