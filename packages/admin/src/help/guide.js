import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** @import { Guide, GuideHeading, GuidePage } from '../types.d.ts' */

/** The documentation that the repository ships. */
export const DOCS = fileURLToPath(new URL('../../../../docs/', import.meta.url));
/** Where its pages are shown. */
export const HELP = '/admin/help';

/**
 * The documentation, for the screens below /admin/help and for Ctrl+K. Each page is read when it is first shown, all of them
 * with the first search.
 *
 * @param {string} [folder]
 * @returns {Guide}
 */
export function createGuide(folder = DOCS) {
  /** @type {Promise<readonly string[]> | null} */
  let naming = null;
  /** @type {Map<string, Promise<GuidePage>>} */
  const pages = new Map();

  const names = () => (naming ??= pageNames(folder));

  return {
    async page(name) {
      if (!(await names()).includes(name)) return null;
      let page = pages.get(name);
      if (!page) pages.set(name, (page = readPage(folder, name)));
      return page;
    },
    async headings() {
      const all = await Promise.all((await names()).filter(isForReaders).map((name) => this.page(name)));
      return all.flatMap((page) => /** @type {GuidePage} */ (page).headings);
    },
  };
}

/** The address of a page, or of a heading of it: `guide/tables#relations`. @param {string} place */
export const helpUrl = (place) => (place === 'README' ? HELP : `${HELP}/${place}`);

/** What people who change Plinth read is no help to those who use it. @param {string} name */
const isForReaders = (name) => !name.startsWith('contributing/');

/** Pages by their path without `.md`. @param {string} folder */
async function pageNames(folder) {
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.split(path.sep).join('/').replace(/\.md$/, ''));
}

/** @param {string} folder @param {string} name @returns {Promise<GuidePage>} */
async function readPage(folder, name) {
  const { Marked } = await import('marked');
  const text = await readFile(path.join(folder, `${name}.md`), 'utf8');
  /** @type {GuideHeading[]} */
  const headings = [];
  const idOf = createIds();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text: source }) {
        const id = idOf(plain(source));
        headings.push({ page: name, id: depth === 1 ? '' : id, text: plain(source), depth });
        // The frame of the admin prints the title.
        return depth === 1 ? '' : `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = linkTarget(name, href);
        return target === null ? words : `<a href="${target}">${words}</a>`;
      },
      image: () => '',
      table(token) {
        const row = (/** @type {string} */ cell, /** @type {typeof token.header} */ cells) =>
          `<tr>${cells.map(({ tokens }) => `<${cell}>${this.parser.parseInline(tokens)}</${cell}>`).join('')}</tr>`;
        return `<div class="table-responsive" tabindex="0"><table class="table"><thead>${row('th', token.header)}</thead>
          <tbody>${token.rows.map((cells) => row('td', cells)).join('\n')}</tbody></table></div>\n`;
      },
    },
  });
  const body = /** @type {string} */ (marked.parse(text));
  return { name, title: headings.find(({ depth }) => depth === 1)?.text ?? name, body, headings };
}

/** A heading without its code marks and links. @param {string} text */
const plain = (text) => text.replace(/`/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/** Ids of headings as GitHub makes them, so that a link works in both places. @returns {(text: string) => string} */
function createIds() {
  /** @type {Map<string, number>} */
  const used = new Map();
  return (text) => {
    const id = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = used.get(id) ?? 0;
    used.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
}

/**
 * Where a link of a page leads; null to what isn't shown here, such as a file of the code.
 *
 * @param {string} name of the page @param {string} href
 */
function linkTarget(name, href) {
  if (/^[a-z]+:/i.test(href)) return href;
  if (href.startsWith('#')) return href;
  const [file, hash] = href.split('#');
  const target = path.posix.join(path.posix.dirname(name), file);
  if (target.startsWith('..') || !target.endsWith('.md')) return null;
  return helpUrl(target.replace(/\.md$/, '')) + (hash ? `#${hash}` : '');
}
