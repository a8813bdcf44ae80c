import { routed } from '../../frame/index.js';
import { editedView } from '../../layout/edited-view.js';
import { objectRoutes } from '../../layout/object-screen.js';

/** One view: its address leads to the builder; its settings as a plain form, and its deletion. */
export const screen = {
  path: '/views',
  title: 'admin.kind.view',
  routes: routed(objectRoutes('view', (req) => editedView(req, req.params.view))),
};
