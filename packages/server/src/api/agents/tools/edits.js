/** @import { Tool, ToolContext } from '../types.d.ts' */
import { isUnlimited } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';
import { planOf, previewOf } from '../../rest/edits.js';

/** Metadata is for admins; a token limited to some tables doesn't count as one. @param {ToolContext} context */
const isAdmin = ({ actor }) => isUnlimited(actor);

const EDIT = {
  edit: { type: 'string', description: 'Name of the edit, such as add-table, add-field, set-access, add-view' },
  input: {
    type: 'object',
    description: 'Input of the edit, as describe_edit describes it',
  },
};

/** @type {Tool} */
export const listEdits = {
  name: 'list_edits',
  title: 'List edits',
  description:
    'Lists the edits that change the site itself: tables, fields, access, views, pages, menu, roles, settings. Each with ' +
    'its input in short; describe_edit has the whole schema.',
  annotations: { readOnlyHint: true },
  input: () => ({ properties: {} }),
  isOffered: isAdmin,
  run: async ({ app }) => ({ edits: app.data.editSchemas.list() }),
};

/** @type {Tool} */
export const describeEdit = {
  name: 'describe_edit',
  title: 'Describe an edit',
  description:
    'Returns the JSON Schema of the input of an edit. Parts with an alternative for each type, such as the elements of a ' +
    'layout, are listed by type only: ask again with "types" for the settings of those that you use.',
  annotations: { readOnlyHint: true },
  input: () => ({
    properties: {
      edit: EDIT.edit,
      types: {
        type: 'array',
        items: { type: 'string' },
        description:
          'Types of fields, elements, templates, sources or steps, such as ["text", "stack"]; ["all"]: every one',
      },
    },
    required: ['edit'],
  }),
  isOffered: isAdmin,
  async run({ app }, { edit, types = [] }) {
    const schema = app.data.editSchemas.of(edit, types.includes('all') ? undefined : types);
    if (schema) return { schema };
    throw new AppError('EDIT_UNKNOWN', phrase`There is no edit "${edit}"`, {
      status: 422,
      hint: 'The tool list_edits names them all',
    });
  },
};

/** @type {Tool} */
export const previewEdit = {
  name: 'preview_edit',
  title: 'Preview an edit',
  description: 'Shows what an edit would change: objects before and after, SQL and warnings. Changes nothing.',
  annotations: { readOnlyHint: true },
  input: () => ({ properties: EDIT, required: ['edit', 'input'] }),
  isOffered: isAdmin,
  run: async ({ app, actor }, { edit, input }) => previewOf(await app.data.preview(actor, edit, input)),
};

/** @type {Tool} */
export const applyEdit = {
  name: 'apply_edit',
  title: 'Apply an edit',
  description:
    'Changes the site. Preview the edit first. The result contains the revision, which undo_revision can undo.',
  annotations: { readOnlyHint: false, destructiveHint: true },
  input: () => ({ properties: EDIT, required: ['edit', 'input'] }),
  isOffered: isAdmin,
  run: async ({ app, req }, { edit, input }) => app.data.edit(req.ctx.author, edit, input),
};

/** @type {Tool} */
export const undoRevision = {
  name: 'undo_revision',
  title: 'Undo an edit',
  description: 'Undoes an edit and restores the data it removed. With dry_run, only shows what would change.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  input: () => ({
    properties: {
      revision: { type: 'string', description: 'ID of the revision, from apply_edit' },
      dry_run: { type: 'boolean', description: 'Only show what would change' },
    },
    required: ['revision'],
  }),
  isOffered: isAdmin,
  async run({ app, req }, { revision, dry_run: dryRun = false }) {
    const done = await app.data.revisions.undo(req.ctx.author, revision, { dryRun });
    return dryRun ? planOf(done) : done;
  },
};
