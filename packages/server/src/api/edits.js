/** @import { App, Request } from '../types.d.ts' */
/** @import { Endpoints } from './index.js' */
import { givesRights } from '@plinth/data';
import { AppError } from '@plinth/plugin';
import { isRecentLogin } from '../auth/recent-login.js';
import { checkRow } from './rows/check-row.js';
import { loginRequired } from './rows/open-table.js';

/**
 * POST /edits { edit, input, dryRun, expect }: the same changes of metadata that the admin makes, each a revision that
 * can be undone. With dryRun it answers what would change.
 *
 * @param {App} app @returns {Endpoints}
 */
export function editRoutes(app) {
  return {
    edits: {
      POST: async (req, res) => {
        const { actor, user } = req.ctx;
        if (!user) throw loginRequired();
        const { edit, input, dryRun = false, expect, ...rest } = checkRow(await req.json());
        const isRight = typeof edit === 'string' && typeof dryRun === 'boolean' && Object.keys(rest).length === 0;
        if (!isRight) throw editExpected();
        const values = checkRow(input);
        const known = expect === undefined ? undefined : /** @type {any} */ (checkRow(expect));
        const planned = await app.data.preview(actor, edit, values);
        if (dryRun) return res.json(previewOf(planned));
        requireRecentSession(req, planned.changes);
        res.json(await app.data.edit(req.ctx.author, edit, values, { expect: known }));
      },
    },
  };
}

/** What an edit would change, as it is told to programs. @param {any} planned */
export const previewOf = (planned) => ({ ...planned, blocked: planned.blocked?.message ?? null });

/** A browser left open is not enough to give rights; a token was made with the password. @param {Request} req @param {any[]} changes */
export function requireRecentSession(req, changes) {
  if (req.ctx.tokenId !== null || isRecentLogin(req) || !givesRights(changes)) return;
  throw new AppError('LOGIN_TOO_OLD', 'Confirm your password to do this', {
    status: 403,
    hint: 'Do this in the browser, or log in again',
  });
}

const editExpected = () =>
  new AppError('EDIT_EXPECTED', 'An edit needs a name and an input', {
    status: 422,
    hint: '{"edit": "add-table", "input": {"name": "tasks"}, "dryRun": true}',
  });
