/** @import { App } from '../../types.d.ts' */
import { createRouter } from '../../http/requests/router.js';
import { homeRoutes } from './home-routes.js';
import { listRoutes } from './list-routes.js';
import { planRoutes } from './plan-routes.js';
import { savedFilterRoutes } from './saved-filter-routes.js';
import { viewRoutes } from './view-routes.js';

/** Routes of pages, views and their forms. @param {App} app */
export function deliveredRoutes(app) {
  const router = createRouter();
  for (const add of [homeRoutes, listRoutes, savedFilterRoutes, viewRoutes]) add(app, router);
  planRoutes(app, router, 'page');
  planRoutes(app, router, 'view');
  return router;
}
