import { parseJson } from '@plinth/server/http';
import { buildAddress } from '../objects/build-address.js';
import { mergeDrafts } from '@plinth/builder';
import { openDraft } from '../builder/open-draft.js';
import { publishDraft } from '../builder/publish.js';
import { readDraft } from '../builder/read-draft.js';
import { saveDraft } from '../builder/save-draft.js';
import { changesInWords } from '../builder/words.js';
import { refusal, withDone } from '../frame/index.js';
import { editOf } from '../layout/edit-of.js';
import { readTyped } from './read-typed.js';

/** @import { Form, Outcome, Request } from '../types.d.ts' */
/** @import { Draft } from '../layout/draft.js' */
/** @import { Edited } from '../layout/object-screen.js' */
/** @import { OpenDraft } from '../builder/open-draft.js' */

/** A layout is deeper than what other JSON holds. */
const LIMITS = { maxBytes: 2 * 1024 * 1024, maxDepth: 130 };

/**
 * Saves a typed source as the draft, on top of what others have drafted since the form was opened; the same change by
 * both is shown first.
 *
 * @param {Request} req @param {Edited} edited @param {Form} form
 * @returns {Promise<Outcome>}
 */
export async function saveSource(req, edited, form) {
  const { app, actor, t } = req.ctx;
  const open = await openDraft(req, edited);
  const { value, problems } = await readTyped(req, bodyIn(edited, open.draft), form.get('text') ?? '');
  if (!value) {
    const count = problems.filter(({ severity }) => severity === 'error').length;
    return { errors: refusal(t('admin.source.wrong', { count })), problems };
  }
  const typed = edited.draftOf(value);
  const { edit, input } = editOf(edited, typed);
  // What publishing would refuse is said here: a name that is taken.
  await app.data.preview(actor, edit, input);
  const { draft, conflicts } = onTopOf(edited, open, typed, form);
  if (conflicts.length > 0 && form.get('seen') !== String(open.version)) {
    const changed = changesInWords(req, edited.subject, baseOf(edited, form), open.draft);
    const message = t('admin.source.conflict', { name: open.by?.name || t('admin.source.somebody') });
    return { errors: { ...refusal(message), status: 409 }, changed, seen: open.version };
  }
  const version = await saveDraft(req, edited, { draft, version: open.version });
  const { kind, name } = edited.subject;
  if (form.get('op') !== 'publish') return buildAddress(kind, name);
  // A draft that says what is published is none.
  if (version < 0) return buildAddress(kind, name);
  const published = await publishDraft(req, edited, { version, anyway: true });
  return published ? withDone(buildAddress(kind, published.name), published.revision) : undefined;
}

/** @param {Edited} edited @param {Draft} draft */
export const bodyIn = ({ subject: { kind }, bodyOf }, draft) => ({ kind, body: bodyOf(draft) });

/**
 * @param {Edited} edited @param {OpenDraft} open @param {Draft} typed @param {Form} form
 * @returns {{ draft: Draft, conflicts: string[] }}
 */
function onTopOf(edited, open, typed, form) {
  if (form.get('version') === String(open.version)) return { draft: typed, conflicts: [] };
  return mergeDrafts(baseOf(edited, form), typed, open.draft);
}

/** The draft that the form was opened with. @param {Edited} edited @param {Form} form */
const baseOf = ({ subject }, form) => readDraft(subject, parseJson(form.get('base') ?? '', LIMITS));
