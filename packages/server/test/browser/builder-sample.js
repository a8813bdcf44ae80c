import { node } from '@plinth/plugin';

/** @import { Node } from '@plinth/plugin' */

/** @returns {Node} */
export const sample = () =>
  named('stack', 'root', {}, [
    named('heading', 'hello', { text: 'Hello' }),
    named('text', 'words', { text: 'Plain words' }),
    named('columns', 'cols', {}, [
      named('column', 'left', {}, [
        named('card', 'first', { title: 'First' }, [named('text', 'one', { text: 'One' })]),
      ]),
      named('column', 'right', {}, [named('card', 'second', { title: 'Second' }, [])]),
    ]),
    named('tabs', 'tabs', {}, [
      named('tab', 'taba', { label: 'Tab A' }, [named('text', 'ina', { text: 'In A' })]),
      named('tab', 'tabb', { label: 'Tab B' }, [named('text', 'inb', { text: 'In B' })]),
    ]),
  ]);

/** @param {string} type @param {string} id @param {Record<string, any>} settings @param {Node[]} [children] @returns {Node} */
export const named = (type, id, settings, children) => ({ ...node(type, settings, children), id });

/** New nodes by their type. @param {Node} one @returns {string} */
export function drawn(one) {
  const name = KNOWN.has(one.id) ? one.id : one.type;
  return one.children ? `${name}(${one.children.map(drawn).join(' ')})` : name;
}
const KNOWN = new Set([
  'root',
  'hello',
  'words',
  'cols',
  'left',
  'right',
  'first',
  'second',
  'one',
  'tabs',
  'taba',
  'tabb',
  'ina',
  'inb',
]);
export const PARTS = { cols: 'cols(left(first(one)) right(second()))', tabs: 'tabs(taba(ina) tabb(inb))' };
export const START = `root(hello words ${PARTS.cols} ${PARTS.tabs})`;

/** Runs in the page: the marks and texts of an element, without what the builder adds. @param {Element} main */
export function textOf(main) {
  const copy = /** @type {Element} */ (main.cloneNode(true));
  for (const one of copy.querySelectorAll('.bld-empty')) one.remove();
  return copy.innerHTML.replaceAll(/<(?!!--)[^>]*>|\s+/g, '');
}

/** Runs in the page. @param {string} html of a document */
export function textOfPage(html) {
  const main = /** @type {Element} */ (new DOMParser().parseFromString(html, 'text/html').getElementById('main'));
  return main.innerHTML.replaceAll(/<(?!!--)[^>]*>|\s+/g, '');
}

/** Runs in the page: top bar and contents of a page as a visitor gets them. @param {Element} body @returns {string} */
export function partsOf(body) {
  return ['pl-head', 'main']
    .map((id) => {
      const copy = /** @type {Element} */ (body.querySelector(`[id="${id}"]`)?.cloneNode(true));
      for (const one of copy.querySelectorAll('[tabindex="-1"]')) one.removeAttribute('tabindex');
      return copy.innerHTML.replaceAll(/<!--.*?-->/g, '').replaceAll(/\s+/g, ' ');
    })
    .join('\n');
}

/** Runs in the page. @param {string} html of a document @returns {string} */
export function partsOfPage(html) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return ['pl-head', 'main']
    .map((id) =>
      body
        .querySelector(`[id="${id}"]`)
        ?.innerHTML.replaceAll(/<!--.*?-->/g, '')
        .replaceAll(/\s+/g, ' '),
    )
    .join('\n');
}
