import { definePlugin } from '@plinth/plugin';
import { elements } from './elements/index.js';
import { fieldViews } from './field-views/index.js';
import { pageTemplates } from './page-templates/index.js';
import { texts } from './texts/index.js';
import { viewTemplates } from './view-templates/index.js';

/** Core's own elements, field views and view templates, registered like any plugin's. */
export const viewsPlugin = definePlugin({
  name: 'core-views',
  version: '1.0.0',
  api: '^1',
  label: 'Views',
  elements,
  fieldViews,
  viewTemplates,
  pageTemplates,
  texts,
  assets: new URL('../assets/', import.meta.url),
});
