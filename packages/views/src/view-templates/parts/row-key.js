import { html } from '@plinth/plugin';

/**
 * Identifies the rows of a live view, so that what is open or focused stays with its row (morph of @plinth/plugin/browser).
 *
 * @param {Record<string, unknown>} row
 */
export const rowKey = ({ id }) => html` data-key="${String(id)}"`.text;
