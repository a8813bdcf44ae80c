/** @import { Request } from '../../types.d.ts' */
/** @import { Endpoint } from './endpoints.js' */
import { givesRights } from '@plinth/data';
import { AppError } from '@plinth/plugin';
import { isRecentLogin } from '../../auth/recent-login.js';
import { answer } from './describe/parts.js';

/** Without `dryRun: true` an edit is applied. */
export const DRY_RUN = Object.freeze({
  type: 'boolean',
  default: false,
  description: 'Only return what would change',
});

export const EXPECT = Object.freeze({
  type: 'object',
  description: 'Expected versions of objects by ID; 409 if one differs',
});

/** The endpoint that undoes or redoes an edit. @param {'undo' | 'redo'} step @param {string} summary @returns {Endpoint} */
export const stepOver = (step, summary) => ({
  method: 'POST',
  path: `revisions/:id/${step}`,
  right: 'admin',
  name: step,
  summary,
  tag: 'edits',
  input: {
    body: { type: 'object', properties: { dryRun: DRY_RUN }, additionalProperties: false },
    isOptional: true,
    refuse: dryRunExpected,
  },
  output: { 200: answer('The resulting revision, or what would change', { type: 'object' }) },
  handle:
    ({ data: { revisions } }) =>
    async ({ req, actor, body: { dryRun } }) => {
      const { id } = req.params;
      const planned = await revisions[step](actor, id, { dryRun: true });
      if (dryRun) return planOf(planned);
      requireRecentSession(req, planned.changes);
      return revisions[step](req.ctx.author, id);
    },
});

/** A revision for programs: its summary is in English. @param {any} revision */
export const revisionOf = ({ says: _, ...revision }) => revision;

/** What an edit would change, for programs. @param {any} planned */
export const previewOf = (planned) => ({ ...planned, blocked: planned.blocked?.message ?? null });

/** The effect of undo and redo, without the revision that they would create. @param {any} planned */
export const planOf = ({ sql, changes, warnings }) => ({ sql, changes, warnings });

/**
 * An open browser is not enough for granting rights; a token was created with the password.
 *
 * @param {Request} req @param {any[] | null} changes null: of any kind
 */
export function requireRecentSession(req, changes) {
  if (req.ctx.tokenId !== null || isRecentLogin(req) || (changes && !givesRights(changes))) return;
  throw new AppError('LOGIN_TOO_OLD', 'Confirm your password to do this', {
    status: 403,
    hint: 'Do this in the browser, or log in again',
  });
}

function dryRunExpected() {
  return new AppError('QUERY_INVALID', 'The body may only contain {"dryRun": true}', { status: 422 });
}
