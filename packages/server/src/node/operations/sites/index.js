export { findSite } from './find-site.js';
export { noteSite } from './note-site.js';
export { requireSite } from './require-site.js';
