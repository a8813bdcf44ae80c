/** @import { App, Routes } from './types.d.ts' */
import { adminRoutes } from './admin/index.js';
import { mcpRoutes } from './agents/mcp-routes.js';
import { authRoutes } from './auth/index.js';
import { benchmarkResultRoutes } from './benchmark-results/result-routes.js';
import { deliveredRoutes } from './delivered/index.js';
import { requireRole } from './http/require-role.js';
import { metricsRoute } from './http/metrics.js';
import { createRouter } from './http/router.js';
import { reportRoutes } from './http/report-routes.js';
import { pluginRoutes } from './plugins/plugin-routes.js';
import { changesRoute } from './realtime/change-routes.js';
import { fileRoutes } from './stored-files/file-routes.js';

/**
 * The table of contents of what the server answers (ahead of it: http/delivery.js).
 *
 * @param {App} app @returns {Routes}
 */
export function createRoutes(app) {
  const router = createRouter();
  router.use('/admin', requireRole('admin'), adminRoutes(app));
  router.use('/auth', authRoutes(app));
  router.use('/files', fileRoutes(app));
  router.use('/plugin', pluginRoutes(app));
  router.use('/benchmark-results', benchmarkResultRoutes(app));
  router.use('/mcp', mcpRoutes(app));
  router.all('/api/v1/changes', changesRoute(app));
  router.get('/metrics', metricsRoute(app));
  router.use('/', reportRoutes(app));
  router.use('/', deliveredRoutes(app));
  return router;
}
