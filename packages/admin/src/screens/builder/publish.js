import { AppError } from '@plinth/plugin';
import { editedAt } from '../../builder/edited.js';
import { conflictsOf } from '../../builder/conflicts.js';
import { publishDraft } from '../../builder/publish.js';
import { DRAFT_LIMITS, readDraft } from '../../builder/read-draft.js';
import { draftChanged } from '../../builder/save-draft.js';
import { routed, withDone } from '../../frame/index.js';
import { buildAddress } from '../../objects/build-address.js';

/** @import { Request, Response } from '../../types.d.ts' */

/** The most that are published at once. */
const MOST_CONFLICTS = 100;

/** What becomes of a draft: published, discarded, taken back, shown to a colleague. */
export const screen = {
  path: '/build',
  title: 'admin.builder.publish',
  routes: routed({
    'POST /:kind/:name/publish': publish,
    'POST /:kind/:name/conflicts': conflicts,
    'POST /:kind/:name/discard': discard,
    'POST /:kind/:name/restore': restore,
    'POST /:kind/:name/preview-link': makeLink,
    'POST /:kind/:name/withdraw-links': withdrawLinks,
  }),
};

/** @param {Request} req @param {Response} res */
async function publish(req, res) {
  const edited = editedAt(req);
  const { version, choices, anyway } = await req.json();
  const published = await publishDraft(req, edited, { version, choices: { ...choices }, anyway: anyway === true });
  if (!published) return;
  const { revision, merged, name } = published;
  const url = buildAddress(edited.subject.kind, name);
  // The toast with its Undo comes with the next page.
  res.json({ revision, merged, url: revision ? withDone(url, revision) : url });
}

/**
 * Elements that were changed in a browser without a connection, and published by somebody else meanwhile: both changes in
 * words.
 *
 * @param {Request} req @param {Response} res
 */
async function conflicts(req, res) {
  const edited = editedAt(req);
  const { ids, ...sent } = await req.json(DRAFT_LIMITS);
  const [base, mine, theirs] = [sent.base, sent.mine, sent.theirs].map((one) => readDraft(edited.subject, one));
  const wanted = (Array.isArray(ids) ? ids : []).slice(0, MOST_CONFLICTS).map(String);
  res.json({ conflicts: conflictsOf(req, edited, wanted, { base, mine, theirs }) });
}

/** @param {Request} req @param {Response} res */
async function discard(req, res) {
  const edited = editedAt(req);
  const { app, author } = req.ctx;
  const { version } = await req.json();
  const isOver = await app.data.drafts.end(author, edited.subject.id, { version: Number(version), how: 'discarded' });
  if (!isOver) throw await draftChanged(req, edited);
  res.json({ discarded: true });
}

/** @param {Request} req @param {Response} res */
async function restore(req, res) {
  const { app, author } = req.ctx;
  const { subject } = editedAt(req);
  await req.json();
  if (!(await app.data.drafts.restore(author, subject.id))) {
    throw new AppError('DRAFT_NOT_FOUND', 'There is no discarded draft to take back', {
      status: 404,
      hint: 'Another draft may have begun since',
    });
  }
  res.json({ restored: true });
}

/** @param {Request} req @param {Response} res */
async function makeLink(req, res) {
  const { app, author, formats } = req.ctx;
  const { subject } = editedAt(req);
  await req.json();
  const { token, expires } = await app.data.drafts.links.create(author, subject.id);
  const url = new URL(`/preview/${token}`, app.config.baseUrl).href;
  res.json({
    url,
    expires: formats.dateTime(expires),
    count: await app.data.drafts.links.count(author, subject.id),
  });
}

/** @param {Request} req @param {Response} res */
async function withdrawLinks(req, res) {
  const { app, author } = req.ctx;
  const { subject } = editedAt(req);
  await req.json();
  await app.data.drafts.links.withdraw(author, subject.id);
  res.json({ count: 0 });
}
