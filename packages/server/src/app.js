/** @import { Express } from 'express' */
/** @import { App } from './types.d.ts' */
import express from 'express';
import { adminRoutes } from './admin/index.js';
import { mcpRoutes } from './agents/mcp-routes.js';
import { apiRoutes } from './api/index.js';
import { authRoutes } from './auth/index.js';
import { benchmarkResultRoutes } from './benchmark-results/result-routes.js';
import { undoRoutes } from './changes/undo-routes.js';
import { deliveredRoutes } from './delivered/index.js';
import { accessLog } from './http/access-log.js';
import { answerErrors } from './http/answer-error.js';
import { notFound } from './http/canonical-path.js';
import { requestContext } from './http/context.js';
import { health } from './http/health.js';
import { metricsRoute } from './http/metrics.js';
import { newestRuntime } from './http/newest-runtime.js';
import { oneSpelling } from './http/one-spelling.js';
import { openedRoutes } from './http/opened-routes.js';
import { readAddress } from './http/read-address.js';
import { renewSession } from './http/renew-session.js';
import { reportRoutes } from './http/report-routes.js';
import { PlinthRequest } from './http/request.js';
import { requireRole } from './http/require-role.js';
import { PlinthResponse } from './http/response.js';
import { originCheck } from './http/same-origin.js';
import { securityHeaders } from './http/security-headers.js';
import { visitorLimit } from './http/visitor-limit.js';
import { pluginRoutes } from './plugins/plugin-routes.js';
import { hookRoutes } from './hooks/hook-routes.js';
import { functionRoutes } from './functions/function-routes.js';
import { commentRoutes } from './comments/comment-routes.js';
import { notificationRoutes } from './notifications/notification-routes.js';
import { taskRoutes } from './tasks/task-routes.js';
import { workflowHookRoutes } from './tasks/workflow-hooks.js';
import { placeRoutes } from './places/place-routes.js';
import { previewRoutes } from './previews/preview-routes.js';
import { searchRoutes } from './search/search-routes.js';
import { pictureRoutes } from './pictures/picture-routes.js';
import { fileRoutes } from './stored-files/file-routes.js';

/**
 * The web application: every request that the fast path declines passes through this list from top to bottom.
 *
 * @param {App} runtime @param {(app: Express, runtime: App) => void} [mount] the routes; tests bring their own
 * @returns {Express}
 */
export function createApp(runtime, mount = mountRoutes) {
  const app = createFrame(runtime);

  app.use(securityHeaders({ https: runtime.secure }));
  app.use(readAddress(runtime.config));
  app.use(health(runtime));
  app.use(accessLog(runtime));
  app.use(runtime.passport.initialize());
  app.use(requestContext(runtime));
  app.use(newestRuntime(runtime));
  app.use(oneSpelling);
  app.use(originCheck(runtime.config));
  app.use(visitorLimit(runtime));
  app.use(renewSession(runtime));

  mount(app, runtime);

  app.use(nothingHere);
  app.use(answerErrors(runtime));
  return app;
}

/** All routes. @param {Pick<Express, 'use' | 'get'>} app @param {App} runtime */
export function mountRoutes(app, runtime) {
  app.use('/auth', authRoutes(runtime));
  app.use('/admin', requireRole('admin'), adminRoutes(runtime));
  app.use('/api/v1', apiRoutes(runtime));
  app.use('/fn', functionRoutes(runtime));
  app.use('/hook', hookRoutes(runtime));
  app.use('/files', fileRoutes(runtime));
  app.use('/pictures', pictureRoutes(runtime));
  app.use('/plugin', pluginRoutes(runtime));
  app.use('/mcp', mcpRoutes(runtime));
  app.use('/benchmark-results', benchmarkResultRoutes(runtime));
  app.get('/metrics', metricsRoute(runtime));
  app.use('/notifications', notificationRoutes(runtime));
  app.use('/tasks', taskRoutes(runtime));
  app.use('/hooks/workflow', workflowHookRoutes(runtime));
  app.use('/places', placeRoutes(runtime));
  app.use('/preview', previewRoutes(runtime));
  app.use(searchRoutes());
  app.use('/comments', commentRoutes(runtime));
  app.use(reportRoutes(runtime));
  app.use(openedRoutes());
  app.use(undoRoutes(runtime));
  app.use(deliveredRoutes(runtime));
}

/** @type {import('./types.d.ts').Handler} */
const nothingHere = (_req, _res, next) => next(notFound());

/** Express as all of Plinth uses it. @param {App} runtime */
function createFrame({ config }) {
  const app = express();
  // The server makes requests and responses of these classes, so Express doesn't have to change their prototypes.
  app.request = PlinthRequest.prototype;
  app.response = PlinthResponse.prototype;
  app.enable('case sensitive routing').enable('strict routing');
  app.disable('x-powered-by').disable('etag');
  app.set('trust proxy', config.trustProxy);
  return app;
}
