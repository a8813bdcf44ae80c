/** @import { Html } from '@plinth/plugin' */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { escapeHtml, raw } from '@plinth/plugin';
import ejs from 'ejs';

/**
 * Makes the function that prints an EJS template, compiling each file once. Inside a template everything is under `m`;
 * `<%= %>` escapes, `<%- %>` is for Html values only.
 *
 * @returns {(file: string | URL, model: object) => Html}
 */
export function createTemplates() {
  /** @type {Map<string, (model: object) => string>} */
  const compiled = new Map();
  return (file, model) => {
    const filename = typeof file === 'string' && !file.startsWith('file:') ? file : fileURLToPath(file);
    let template = compiled.get(filename);
    if (!template) {
      const options = { filename, strict: true, localsName: 'm', escape: escapeHtml };
      template = /** @type {(model: object) => string} */ (ejs.compile(readFileSync(filename, 'utf8'), options));
      compiled.set(filename, template);
    }
    // Safe: whatever is no markup went through the template's escape.
    return raw(template(model));
  };
}
