/** @import { App, Handler, Request, Response } from '../../types.d.ts' */
import { answerError } from '../../http/requests/answer-error.js';
import { notFound } from '../../http/requests/canonical-path.js';
import { createContext } from '../../http/requests/context.js';
import { inShare } from '../../http/requests/in-share.js';
import { requireSameOrigin } from '../../http/requests/same-origin.js';
import { isLimited, limitVisitor } from '../../http/requests/visitor-limit.js';

/**
 * Runs route handlers ahead of Express, after the checks that Express' middleware would make: user, origin, limits.
 * Requests that need more (a newer runtime, a new session cookie) are declined before anything is done.
 *
 * @param {App} runtime @param {{ begin(req: Request, res: Response): void }} log
 */
export function createAct(runtime, { begin }) {
  const { origin } = new URL(runtime.config.baseUrl);

  /**
   * @param {Handler} handler
   * @returns {(req: Request, res: Response, params: Record<string, string>) => Promise<boolean>}
   */
  return (handler) => async (req, res, params) => {
    begin(req, res);
    try {
      const context = await createContext(runtime, req, res);
      req.ctx = context;
      if (runtime.reload?.(context.catalog) || context.session?.rotate) return false;
      if (context.tokenId === null) requireSameOrigin(req, { origin });
      if (isLimited(runtime, req)) await limitVisitor(runtime, req);
      req.params = params;
      const failed = (/** @type {unknown} */ error) => answerError(runtime, req, res, error ?? notFound());
      await inShare(runtime, req, res, () => handler(req, res, failed));
    } catch (error) {
      answerError(runtime, req, res, error);
    }
    return true;
  };
}
