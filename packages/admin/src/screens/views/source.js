import { routed } from '../../frame/index.js';
import { editedView } from '../../layout/edited-view.js';
import { sourceRoutes } from '../../source/source-screen.js';

/** The source of a view. */
export const screen = {
  path: '/views',
  title: 'admin.source.text',
  routes: routed(sourceRoutes('view', (req) => editedView(req, req.params.view))),
};
