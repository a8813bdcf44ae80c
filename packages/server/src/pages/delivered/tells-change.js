/** @import { Request, Response } from '../../types.d.ts' */
/** @import { Plan } from '@plinth/views' */
/** @typedef {(req: Request, res: Response, plan: Plan) => unknown} Handle */
import { AppError, errorText } from '@plinth/plugin';
import { wantsJson } from '../../http/requests/answer-error.js';
import { localUrl } from '../../http/requests/local-url.js';

/**
 * If other rows match than were shown, returns to the list with a message, so that somebody looks at its count again.
 *
 * @param {Handle} handle @returns {Handle}
 */
export const tellsChange = (handle) => async (req, res, plan) => {
  try {
    return await handle(req, res, plan);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ROWS_FOUND_CHANGED' || wantsJson(req)) throw error;
    const { message, hint } = errorText(error, req.ctx.t);
    const back = req.method === 'POST' ? (await req.form()).get('return') : req.query.get('return');
    res.flash(`${message}. ${hint}`, 'danger');
    return res.redirect(localUrl(back, '/'));
  }
};
