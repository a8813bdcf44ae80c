/** @import { AppFunction } from '@plinth/plugin' */
/** @import { App, Request } from '../../types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { limitCalls } from '../rest/limit-calls.js';
import { loginRequired } from '../rest/rows/open-table.js';
import { createRouter } from '../../http/requests/router.js';
import { createResponseStream } from './response-stream.js';
import { sendDone } from './send-done.js';

/**
 * /fn/:name: the app's functions. One that the caller may not call is treated like a missing one; without a login the
 * response asks for one, whether or not the function exists.
 *
 * @param {App} app
 */
export function functionRoutes(app) {
  const router = createRouter();
  router.all('/:name', async (req, res) => {
    await limitCalls(app, req);
    const { name } = req.params;
    const { catalog, actor, user } = req.ctx;
    const fn = catalog.hasFunction(name) ? catalog.function(name) : null;
    const isOpen = fn !== null && fn.methods.length > 0 && app.data.functions.mayCall(fn, actor);
    if (!isOpen) throw user ? functionNotFound(name) : loginRequired();
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    if (!fn.methods.includes(method)) {
      const allowed = fn.methods.join(', ');
      res.setHeader('allow', allowed);
      throw methodNotAllowed(allowed);
    }
    const input = await inputOf(req);
    const stream = createResponseStream(res, fn);
    const options = { isReadOnly: method === 'GET', ...(req.method !== 'HEAD' && { stream }) };
    try {
      const done = await app.data.functions.run(actor, name, input, options);
      if (done.isStreamed) res.end();
      else sendDone(req, res, fn, done);
    } catch (error) {
      // A reader must notice that the rest is missing.
      if (res.headersSent || res.destroyed) return void res.destroy();
      throw req.ctx.isAdmin ? withTrouble(error) : error;
    }
  });
  return router;
}

/** Parameters of the address, and the keys of a JSON body. @param {Request} req */
async function inputOf(req) {
  const query = Object.fromEntries(req.query);
  const hasBody = Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined;
  if (!hasBody) return query;
  const body = await req.json({ any: true });
  // A body that is no object is refused like any other wrong input.
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...query, ...body } : body;
}

/** Admins see what went wrong in the code. @param {any} error */
function withTrouble(error) {
  if (!error.trouble) return error;
  const { code, phrases, status, details, trouble, logs } = error;
  const { message, hint } = phrases;
  return new AppError(code, message, { hint, status, details: { ...details, trouble, logs }, cause: error });
}

/** Also for one that the caller may not call. @param {string} name */
export const functionNotFound = (name) =>
  new AppError('FUNCTION_NOT_FOUND', phrase`There is no function "${name.slice(0, 63)}"`, { status: 404 });

/** @param {string} allowed */
const methodNotAllowed = (allowed) =>
  new AppError('METHOD_NOT_ALLOWED', 'This address does not support this method', {
    status: 405,
    hint: phrase`It supports ${allowed}`,
  });
