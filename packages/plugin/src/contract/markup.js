/** @import { Assert } from './test-kit.d.ts' */

/** Text that would run if any of it got into a page as markup. */
export const HOSTILE_TEXT = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;

/**
 * What markup must never contain: pages have a content security policy without inline code, and user input must remain
 * text.
 *
 * @param {string} markup @param {Assert} assert @param {string} what
 */
export function assertCleanMarkup(markup, assert, what) {
  const tags = markup.match(/<[a-z][^<>]*>/gi) ?? [];
  assert.ok(!/<script>/i.test(markup), `${what} holds an inline script`);
  assert.ok(!/<style/i.test(markup), `${what} holds inline style`);
  for (const tag of tags) {
    const bare = tag.replace(/"[^"]*"/g, '""');
    assert.doesNotMatch(bare, /\sstyle=/i, `${what}: inline style in ${tag}`);
    assert.doesNotMatch(bare, /\son\w+\s*=/i, `${what}: handler in ${tag}`);
    assert.doesNotMatch(tag, /(href|src|action)="\s*(javascript|data:text|vbscript):/i, `${what}: code in ${tag}`);
  }
}
