/** @import { App } from '../../types.d.ts' */
import { readBody } from '../body/read-body.js';
import { createRouter } from './router.js';

/** Reports per hour, so that a broken page on a busy site can't fill the disk. */
const MOST = 200;
const HOUR = 3_600_000;

/** POST /csp-report logs what browsers report as blocked. @param {App} app */
export function reportRoutes(app) {
  const router = createRouter();
  let seen = 0;
  let since = performance.now();

  router.post('/csp-report', async (req, res) => {
    const text = (await readBody(req, 16 * 1024)).toString('utf8');
    if (performance.now() - since > HOUR) {
      seen = 0;
      since = performance.now();
    }
    if (seen++ < MOST) app.log.warn('content blocked by CSP', { request: req.ctx.id, report: text.slice(0, 2000) });
    res.writeHead(204);
    res.end();
  });

  return router;
}
