// The canvas: the page in its frame. Finds nodes by their marks, shows what is selected, swaps in what has changed.

/**
 * @param {{ frame: HTMLIFrameElement, overlay: HTMLElement, sheet: HTMLElement, onSelect: (id: string) => void, onLoad: () => void }} parts
 */
export function createFrameView({ frame, overlay, sheet, onSelect, onLoad }) {
  let selected = '';

  function loaded() {
    const page = frame.contentDocument;
    if (!page?.getElementById('main')) return;
    // Nothing on the canvas leads away or is sent; a click selects.
    page.addEventListener('click', choose, true);
    page.addEventListener('submit', (event) => event.preventDefault(), true);
    page.addEventListener('scroll', outline, true);
    onLoad();
    outline();
  }

  /** @param {MouseEvent} event */
  function choose(event) {
    event.preventDefault();
    event.stopPropagation();
    const id = nodeAt(/** @type {Element} */ (event.target));
    if (id) onSelect(id);
  }

  function outline() {
    overlay.replaceChildren();
    const page = frame.contentDocument;
    const range = selected && page ? rangeOf(page, selected) : null;
    if (!range) return;
    const { left, top, width, height } = range.getBoundingClientRect();
    const scale = sheet.getBoundingClientRect().width / (frame.offsetWidth || 1);
    const box = document.createElement('div');
    box.className = 'bld-selected';
    const px = (/** @type {number} */ n) => `${n * scale}px`;
    Object.assign(box.style, { left: px(left), top: px(top), width: px(width), height: px(height) });
    overlay.append(box);
  }

  frame.addEventListener('load', loaded);
  if (frame.contentDocument?.readyState === 'complete') loaded();

  return {
    outline,
    /** @param {string} id @param {{ reveal?: boolean }} [options] */
    select(id, { reveal = false } = {}) {
      selected = id;
      const range = frame.contentDocument && id ? rangeOf(frame.contentDocument, id) : null;
      if (reveal) range?.startContainer.parentElement?.scrollIntoView({ block: 'nearest' });
      outline();
    },
    /** @param {{ main: string, styles: string[], scripts: string[] }} painted */
    swap({ main, styles, scripts }) {
      const page = frame.contentDocument;
      const holder = page?.getElementById('main');
      if (!page || !holder) return;
      for (const href of styles) if (!page.querySelector(`link[href="${href}"]`)) page.head.append(link(page, href));
      for (const src of scripts) if (!page.querySelector(`script[src="${src}"]`)) page.head.append(script(page, src));
      holder.innerHTML = main;
      outline();
    },
  };
}

/** The range between a node's marks. @param {Document} page @param {string} id @returns {Range | null} */
export function rangeOf(page, id) {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_COMMENT);
  /** @type {Node | null} */
  let start = null;
  while (walker.nextNode()) {
    const { currentNode: mark } = walker;
    if (!start && mark.nodeValue === `n:${id}`) start = mark;
    else if (start && mark.nodeValue === `/n:${id}`) {
      const range = page.createRange();
      range.setStartAfter(start);
      range.setEndBefore(mark);
      return range;
    }
  }
  return null;
}

/** The innermost node around an element: the nearest mark before it that is still open. @param {Element} element */
function nodeAt(element) {
  /** @type {Node | null} */
  let at = element;
  while (at) {
    let depth = 0;
    for (let before = at.previousSibling; before; before = before.previousSibling) {
      if (before.nodeType !== Node.COMMENT_NODE || !before.nodeValue) continue;
      if (before.nodeValue.startsWith('/n:')) depth++;
      else if (before.nodeValue.startsWith('n:') && depth-- === 0) return before.nodeValue.slice(2);
    }
    at = at.parentNode;
  }
  return '';
}

/** @param {Document} page @param {string} href */
const link = (page, href) => Object.assign(page.createElement('link'), { rel: 'stylesheet', href });

/** @param {Document} page @param {string} src */
const script = (page, src) => Object.assign(page.createElement('script'), { type: 'module', src });
