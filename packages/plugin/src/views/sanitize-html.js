import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * sanitize-html, loaded on first use: with its parsers it is a hundred modules, and no start needs it.
 *
 * @returns {typeof import('sanitize-html')}
 */
export const loadSanitizeHtml = () => require('sanitize-html');
