/* eslint-disable plinth/no-markup-search -- reading pages for those who want their text is what it is for */
const BLOCKS =
  /<\/?(?:p|div|section|article|header|footer|li|ul|ol|tr|table|h[1-6]|form|fieldset|label|dt|dd|nav|br|hr)\b[^>]*>/gi;
/** Their end tags may be missing. */
const CELLS = /<t[dh]\b[^>]*>/gi;
/** @type {Record<string, string>} */
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/**
 * Converts our own markup to plain text: one line per block, table cells separated by bars.
 *
 * @param {string} html as our templates print it, every value escaped
 */
export function textOfHtml(html) {
  return html
    .replace(/<(script|style|template|svg)\b[\s\S]*?<\/\1>/gi, '')
    .replace(CELLS, ' | ')
    .replace(BLOCKS, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name) => ENTITIES[name])
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim())
    .map((line) => line.replace(/^\| ?/, ''))
    .filter((line) => line !== '')
    .join('\n');
}
