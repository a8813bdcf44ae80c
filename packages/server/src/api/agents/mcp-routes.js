/** @import { Values } from '@plinth/plugin' */
/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { ToolContext } from './types.d.ts' */
import { AppError } from '@plinth/plugin';
import { answerPreflight, isAllowed, tellOrigin } from '../../http/requests/cross-origin.js';
import { limitCalls } from '../rest/limit-calls.js';
import { createRouter } from '../../http/requests/router.js';
import { VERSION } from '../../node/operations/read-facts.js';
import { answerMessage, CODES, refused, RpcError } from './json-rpc.js';
import { callTool, offeredTools } from './tools.js';

/** Supported versions of the Model Context Protocol, newest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'];

/**
 * POST /mcp: the Model Context Protocol over streamable HTTP, without sessions: each request carries its token and gets
 * JSON back. The tools act with the caller's rights.
 *
 * @param {App} app
 */
export function mcpRoutes(app) {
  const router = createRouter();

  router.use(guard(app));
  router.post('/', async (req, res) => {
    const { actor, catalog, t, tokenId } = req.ctx;
    // Agents use tokens; session cookies are ignored.
    if (tokenId === null) throw tokenMissing(res);
    await limitCalls(app, req);
    const context = { app, req, actor, catalog, t };
    const { status, body } =
      refusedVersion(req) ??
      (await req
        .json({ any: true })
        .then((message) => answerMessage(message, (method, params) => handle(context, method, params)), refusedBody));
    if (body) return res.json(body, { status, headers: { 'cache-control': 'no-store' } });
    res.writeHead(status, { 'content-length': 0 });
    res.end();
  });

  // There is no server-sent stream, and no session to end.
  router.all('/', notAllowed);
  return router;
}

/** @param {App} app @returns {import('../../types.d.ts').Handler} */
const guard = (app) => (req, _res, next) => {
  tellOrigin(req);
  requireOrigin(app, req);
  next();
};

/**
 * Refuses requests that a page of another site sends through a user's browser, under whatever host name and even with a
 * token.
 *
 * @param {App} app @param {Request} req
 */
function requireOrigin(app, req) {
  const { origin, host } = req.headers;
  const isOwn = origin === new URL(app.config.baseUrl).origin || (!app.secure && origin === `http://${host}`);
  if (origin === undefined || isOwn || isAllowed(req.ctx.catalog.settings.apiOrigins ?? '', origin)) return;
  throw new AppError('CROSS_SITE', 'This request came from another site and was rejected', {
    status: 403,
    hint: 'An admin can add the site in the settings under "Other sites that may use the API"',
  });
}

/** A client that states its protocol version must use a supported one. @param {Request} req */
function refusedVersion({ headers }) {
  const version = headers['mcp-protocol-version'];
  if (version === undefined || VERSIONS.includes(String(version))) return null;
  return refused(400, CODES.request, `Unsupported protocol version; supported: ${VERSIONS.join(', ')}`);
}

/**
 * The response to an invalid message; missing permissions are reported as everywhere else.
 *
 * @param {unknown} error
 * @returns {ReturnType<typeof refused>}
 */
function refusedBody(error) {
  if (error instanceof AppError && [400, 413, 415].includes(error.status))
    return refused(error.status, CODES.parse, error.message);
  throw error;
}

/** @param {Request} req @param {Response} res @param {() => void} next */
function notAllowed(req, res, next) {
  if (req.method === 'OPTIONS') return answerPreflight(req, res, next);
  res.writeHead(405, { allow: 'POST', 'content-length': 0 });
  res.end();
}

/** @param {ToolContext} context @param {string} method @param {Values} params */
async function handle(context, method, params) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: VERSIONS.includes(params.protocolVersion) ? params.protocolVersion : VERSIONS[0],
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: 'plinth', title: context.catalog.settings.siteName, version: VERSION },
        instructions:
          'The tables, rows, views and pages of this site that the token has access to. Start with list_tables.',
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: offeredTools(context) };
    case 'tools/call':
      return callTool(context, params);
    default:
      throw new RpcError(CODES.method, `The method "${method.slice(0, 100)}" does not exist`);
  }
}

/** @param {Response} res */
function tokenMissing(res) {
  res.setHeader('www-authenticate', 'Bearer realm="plinth"');
  return new AppError('TOKEN_MISSING', 'An API token is required', {
    status: 401,
    hint: 'Create one in your profile and send it as Authorization: Bearer …',
  });
}
