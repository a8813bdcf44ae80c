/** @import { Tool, ToolContext } from '../types.d.ts' */
import { isUnlimited } from '@plinth/data';
import { previewOf } from '../../api/edits.js';
import { planOf } from '../../api/revisions.js';

/** Metadata is for admins; a token limited to some tables doesn't count as one. @param {ToolContext} context */
const isAdmin = ({ actor }) => isUnlimited(actor);

const EDIT = {
  edit: { type: 'string', description: 'Name of the edit, such as add-table, add-field, set-access, add-view' },
  input: { type: 'object', description: 'What the edit takes; a refusal says what is missing or wrong' },
};

/** @type {Tool} */
export const listEdits = {
  name: 'list_edits',
  title: 'List edits',
  description: 'Names of all edits of the site itself: tables, fields, access, views, pages, menu, roles, settings.',
  annotations: { readOnlyHint: true },
  input: () => ({ properties: {} }),
  isOffered: isAdmin,
  run: async ({ app }) => ({ edits: app.data.editNames() }),
};

/** @type {Tool} */
export const previewEdit = {
  name: 'preview_edit',
  title: 'Preview an edit',
  description: 'What an edit would change: objects before and after, the SQL, warnings. Changes nothing.',
  annotations: { readOnlyHint: true },
  input: () => ({ properties: EDIT, required: ['edit', 'input'] }),
  isOffered: isAdmin,
  run: async ({ app, actor }, { edit, input }) => previewOf(await app.data.preview(actor, edit, input)),
};

/** @type {Tool} */
export const applyEdit = {
  name: 'apply_edit',
  title: 'Apply an edit',
  description: 'Changes the site. Preview it first. The answer names the revision, which undo_revision takes back.',
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: () => ({ properties: EDIT, required: ['edit', 'input'] }),
  isOffered: isAdmin,
  run: async ({ app, req }, { edit, input }) => app.data.edit(req.ctx.author, edit, input),
};

/** @type {Tool} */
export const undoRevision = {
  name: 'undo_revision',
  title: 'Undo an edit',
  description: 'Takes an edit back, with the data that it removed. With dry_run it only shows what would change.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  input: () => ({
    properties: {
      revision: { type: 'string', description: 'Id of the revision, as apply_edit gave it' },
      dry_run: { type: 'boolean', description: 'Changes nothing' },
    },
    required: ['revision'],
  }),
  isOffered: isAdmin,
  async run({ app, req }, { revision, dry_run: dryRun = false }) {
    const done = await app.data.revisions.undo(req.ctx.author, revision, { dryRun });
    return dryRun ? planOf(done) : done;
  },
};
