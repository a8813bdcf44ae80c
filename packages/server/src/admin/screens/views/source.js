import { routed } from '../../frame/index.js';
import { plain } from '../../references.js';
import { sourceRoutes } from '../../source/source-screen.js';

/** The source of a view. */
export const screen = {
  path: '/views',
  title: 'admin.source.text',
  routes: routed(
    sourceRoutes('view', ({ params, ctx: { catalog } }) => {
      const view = catalog.view(params.view);
      return { kind: 'view', body: plain(view), label: view.label || view.name };
    }),
  ),
};
