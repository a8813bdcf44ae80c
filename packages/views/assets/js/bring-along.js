/**
 * Loads what a fetched page wants that this one has not yet: its style sheets and modules.
 *
 * @param {Document} page
 */
export function bringAlong(page) {
  for (const sheet of page.querySelectorAll('link[rel="stylesheet"]')) {
    const href = sheet.getAttribute('href') ?? '';
    if (!document.querySelector(`link[rel="stylesheet"][href="${CSS.escape(href)}"]`)) document.head.append(sheet);
  }
  for (const { src } of /** @type {NodeListOf<HTMLScriptElement>} */ (page.querySelectorAll('script[type="module"]')))
    import(src).catch(() => {});
}
