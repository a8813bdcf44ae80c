/** @import { Express } from 'express' */
/** @import { App } from './types.d.ts' */
import express from 'express';
import { mcpRoutes } from './api/agents/mcp-routes.js';
import { apiRoutes } from './api/rest/index.js';
import { authRoutes } from './auth/index.js';
import { benchmarkResultRoutes } from './node/benchmark-results/result-routes.js';
import { undoRoutes } from './pages/undo/undo-routes.js';
import { deliveredRoutes } from './pages/delivered/index.js';
import { accessLog } from './http/requests/access-log.js';
import { answerErrors } from './http/requests/answer-error.js';
import { notFound } from './http/requests/canonical-path.js';
import { requestContext } from './http/requests/context.js';
import { health } from './http/requests/health.js';
import { metricsRoute } from './http/requests/metrics.js';
import { newestRuntime } from './http/requests/newest-runtime.js';
import { oneSpelling } from './http/requests/one-spelling.js';
import { openedRoutes } from './http/requests/opened-routes.js';
import { readAddress } from './http/requests/read-address.js';
import { renewSession } from './http/requests/renew-session.js';
import { reportRoutes } from './http/requests/report-routes.js';
import { PlinthRequest } from './http/requests/request.js';
import { requireRole } from './http/requests/require-role.js';
import { PlinthResponse } from './http/requests/response.js';
import { originCheck } from './http/requests/same-origin.js';
import { securityHeaders } from './http/requests/security-headers.js';
import { visitorLimit } from './http/requests/visitor-limit.js';
import { pluginRoutes } from './plugins/manager/plugin-routes.js';
import { hookRoutes } from './api/hooks/hook-routes.js';
import { functionRoutes } from './api/functions/function-routes.js';
import { commentRoutes } from './pages/comments/comment-routes.js';
import { homeRoutes } from './pages/home/home-routes.js';
import { notificationRoutes } from './pages/notifications/notification-routes.js';
import { taskRoutes } from './pages/tasks/task-routes.js';
import { workflowHookRoutes } from './pages/tasks/workflow-hooks.js';
import { placeRoutes } from './pages/places/place-routes.js';
import { searchRoutes } from './pages/search/search-routes.js';
import { pictureRoutes } from './pages/pictures/picture-routes.js';
import { fileRoutes } from './pages/stored-files/file-routes.js';

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
  app.use('/admin', requireRole('admin'), runtime.admin.routes(runtime));
  app.use('/api/v1', apiRoutes(runtime));
  app.use('/fn', functionRoutes(runtime));
  app.use('/hook', hookRoutes(runtime));
  app.use('/files', fileRoutes(runtime));
  app.use('/pictures', pictureRoutes(runtime));
  app.use('/plugin', pluginRoutes(runtime));
  app.use('/mcp', mcpRoutes(runtime));
  app.use('/benchmark-results', benchmarkResultRoutes(runtime));
  app.get('/metrics', metricsRoute(runtime));
  app.use('/home', homeRoutes(runtime));
  app.use('/notifications', notificationRoutes(runtime));
  app.use('/tasks', taskRoutes(runtime));
  app.use('/hooks/workflow', workflowHookRoutes(runtime));
  app.use('/places', placeRoutes(runtime));
  app.use('/preview', runtime.admin.previewRoutes(runtime));
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
