/** @import { AppDocument, Catalog, Registry, Secret } from '@plinth/plugin' */
import { mapDocument } from './map-document.js';

/**
 * The secrets that an app names, without their values.
 *
 * @param {AppDocument} document @param {Catalog} catalog @param {Registry} registry
 * @returns {Secret[]}
 */
export function secretsOfApp(document, catalog, registry) {
  const names = new Set();
  mapDocument(document, { catalog, registry }, ({ kind, name }) => {
    if (kind === 'secret') names.add(name);
  });
  return catalog.secrets.filter(({ name }) => names.has(name));
}
