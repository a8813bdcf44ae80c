/** @import { App } from '../../types.d.ts' */
import { parseJson } from '../../http/body/json-body.js';
import { contentType, readBody } from '../../http/body/read-body.js';
import { createRouter } from '../../http/requests/router.js';

const MOST_BYTES = 64 * 1024;

/**
 * /hooks/workflow/:key: a call from outside that a run of a workflow waits for. The address is secret and works once.
 *
 * @param {App} app
 */
export function workflowHookRoutes(app) {
  const router = createRouter();
  router.post('/:key', async (req, res) => {
    if (app.config.visitorLimit > 0) await app.data.people.limitRequests(req.ctx.address, app.config.visitorLimit);
    const text = (await readBody(req, MOST_BYTES)).toString('utf8');
    const isJson = /^application\/([\w.-]+\+)?json$/.test(contentType(req));
    await app.data.workflows.hear(req.params.key, isJson && text !== '' ? parseJson(text) : text);
    res.json({ received: true });
  });
  return router;
}
