/** @import { App, Handler, Request } from '../types.d.ts' */
/** @import { Endpoints } from './index.js' */
import { isUnlimited } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';
import { requireRecentSession } from './edits.js';
import { checkRow } from './rows/check-row.js';
import { loginRequired } from './rows/open-table.js';

const MOST = 200;

/**
 * /revisions: what was changed of the site, by whom; undo and redo. With dryRun these answer what would change.
 *
 * @param {App} app @returns {Endpoints}
 */
export function revisionRoutes(app) {
  const { revisions } = app.data;

  /** @param {'undo' | 'redo'} step @returns {Handler} */
  const take = (step) => async (req, res) => {
    requireAdmin(req);
    const { dryRun = false, ...rest } = hasBody(req) ? checkRow(await req.json()) : {};
    if (typeof dryRun !== 'boolean' || Object.keys(rest).length > 0) throw dryRunExpected();
    const { actor } = req.ctx;
    const planned = await revisions[step](actor, req.params.id, { dryRun: true });
    if (dryRun) return res.json(planOf(planned));
    requireRecentSession(req, planned.changes);
    res.json(await revisions[step](req.ctx.author, req.params.id));
  };

  return {
    revisions: {
      GET: async (req, res) => {
        requireAdmin(req);
        const after = numberOf(req, 'after', 2 ** 31 - 1);
        res.json(await revisions.list({ after, limit: numberOf(req, 'limit', MOST) ?? 50 }));
      },
    },
    'revisions/:id': {
      GET: async (req, res) => {
        requireAdmin(req);
        res.json(await revisions.get(req.params.id));
      },
    },
    'revisions/:id/undo': { POST: take('undo') },
    'revisions/:id/redo': { POST: take('redo') },
  };
}

/** What undo and redo would do, without the revision that there would be then. @param {any} planned */
export const planOf = ({ sql, changes, warnings }) => ({ sql, changes, warnings });

/** @param {Request} req */
function requireAdmin({ ctx: { actor, user } }) {
  if (!user) throw loginRequired();
  if (isUnlimited(actor)) return;
  throw new AppError('FORBIDDEN', 'Only administrators can change how the site is built', { status: 403 });
}

/** @param {Request} req */
const hasBody = ({ headers }) =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

/** @param {Request} req @param {string} name @param {number} most */
function numberOf({ query }, name, most) {
  const text = query.get(name);
  if (text === null) return null;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw new AppError('QUERY_INVALID', phrase`"${name}" must be a number from 1 to ${most}`, { status: 422 });
}

const dryRunExpected = () =>
  new AppError('QUERY_INVALID', 'The body may only contain {"dryRun": true}', { status: 422 });
