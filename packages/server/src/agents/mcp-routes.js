/** @import { App, Request, Response } from '../types.d.ts' */
/** @import { ToolContext } from './types.d.ts' */
import { AppError } from '@plinth/plugin';
import { readJson } from '../body/json-body.js';
import { createRouter } from '../http/router.js';
import { VERSION } from '../operations/read-facts.js';
import { answerMessage, CODES, RpcError } from './json-rpc.js';
import { callTool, offeredTools } from './tools.js';

/** Versions of the Model Context Protocol that are spoken here, newest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'];

/**
 * POST /mcp: the Model Context Protocol over streamable HTTP, without sessions: each request carries its token and is
 * answered with JSON. The tools act with the caller's rights; there is no other way in.
 *
 * @param {App} app
 */
export function mcpRoutes(app) {
  const router = createRouter();

  router.post('/', async (req, res) => {
    const { actor, catalog, t, tokenId } = req.ctx;
    // A session cookie is none of an agent's business.
    if (tokenId === null) throw tokenMissing(res);
    const message = await readJson(req);
    const context = { app, req, actor, catalog, t };
    const answer = await answerMessage(message, (method, params) => handle(context, method, params));
    if (answer) return res.json(answer, { headers: { 'cache-control': 'no-store' } });
    res.writeHead(202, { 'content-length': 0 });
    res.end();
  });

  // No stream of the server's own, and no session to end.
  router.all('/', notAllowed);
  return router;
}

/** @param {Request} _req @param {Response} res */
function notAllowed(_req, res) {
  res.writeHead(405, { allow: 'POST', 'content-length': 0 });
  res.end();
}

/** @param {ToolContext} context @param {string} method @param {any} params */
async function handle(context, method, params) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: VERSIONS.includes(params.protocolVersion) ? params.protocolVersion : VERSIONS[0],
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: 'plinth', title: context.catalog.settings.siteName, version: VERSION },
        instructions:
          'The tables, rows, views and pages of this site, as far as the token may use them. Begin with list_tables.',
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: offeredTools(context) };
    case 'tools/call':
      return callTool(context, params);
    default:
      throw new RpcError(CODES.method, `The method "${method.slice(0, 100)}" is not known here`);
  }
}

/** @param {Response} res */
function tokenMissing(res) {
  res.setHeader('www-authenticate', 'Bearer realm="plinth"');
  return new AppError('TOKEN_MISSING', 'An API token is needed here', {
    status: 401,
    hint: 'Make one in your profile and send it as Authorization: Bearer …',
  });
}
