// Markdown as elements, read by the same library that the server delivers it with. It is loaded when first needed.
import { isHarmless } from './inline-markdown.js';

/** @typedef {(source: string) => DocumentFragment} HtmlOf */

/** @returns {Promise<HtmlOf>} */
export async function loadHtmlOf() {
  const { Marked } = await import(new URL('../../../../core-views/vendor/marked.esm.js', import.meta.url).href);
  const marked = new Marked({
    gfm: true,
    breaks: true,
    // As delivered: HTML tags in the text are shown as text.
    renderer: {
      html: (/** @type {{ text: string }} */ { text }) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    },
  });
  return (source) => {
    const template = document.createElement('template');
    template.innerHTML = marked.parse(source);
    for (const link of template.content.querySelectorAll('a'))
      if (!isHarmless(link.getAttribute('href'))) link.removeAttribute('href');
    for (const image of template.content.querySelectorAll('img'))
      if (!isHarmless(image.getAttribute('src'))) image.removeAttribute('src');
    return template.content;
  };
}
