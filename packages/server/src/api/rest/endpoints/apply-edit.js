import { AppError } from '@plinth/plugin';
import { EDIT_NAME } from '../describe/edit-components.js';
import { answer, ref } from '../describe/parts.js';
import { DRY_RUN, EXPECT, previewOf, requireRecentSession } from '../edits.js';

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'POST',
  path: 'edits',
  right: 'admin',
  name: 'edit',
  summary: 'Change tables, views or rights, as in the admin',
  tag: 'edits',
  input: {
    body: {
      type: 'object',
      required: ['edit', 'input'],
      properties: {
        edit: { type: 'string', description: 'Name of the edit, such as add-table' },
        input: { type: 'object' },
        dryRun: DRY_RUN,
        expect: EXPECT,
      },
      additionalProperties: false,
    },
    described: ref(EDIT_NAME),
    refuse: editExpected,
  },
  output: { 200: answer('The revision, or what would change', { type: 'object' }) },
  examples: () => [
    {
      says: 'edit',
      body: {
        edit: 'add-table',
        input: { name: 'notes', fields: [{ name: 'title', type: 'text' }] },
        dryRun: true,
      },
    },
  ],
  handle:
    ({ data }) =>
    async ({ req, actor, body: { edit, input, dryRun, expect } }) => {
      const planned = await data.preview(actor, edit, input);
      if (dryRun) return previewOf(planned);
      requireRecentSession(req, planned.changes);
      return data.edit(req.ctx.author, edit, input, { expect });
    },
};

function editExpected() {
  return new AppError('EDIT_EXPECTED', 'An edit needs a name and an input', {
    status: 422,
    hint: '{"edit": "add-table", "input": {"name": "tasks"}, "dryRun": true}',
  });
}
