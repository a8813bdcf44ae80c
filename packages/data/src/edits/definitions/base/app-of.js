/** @import { Catalog } from '@plinth/plugin' */
import { findApp } from './find.js';

/** Name of the app that a table, view or page belongs to, or null. @param {unknown} app @param {Catalog} catalog */
export function checkAppOf(app, catalog) {
  return app === undefined || app === null || app === '' ? null : findApp(catalog, app).name;
}
