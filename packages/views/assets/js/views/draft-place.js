// Where the drafts of forms are kept.

/** End of the number of whoever is logged in, as the server has told the browser; of visitors nothing is known. */
function person() {
  const face = /(?:^|; )plinth_face=([^;]*)/.exec(document.cookie)?.[1] ?? '';
  return decodeURIComponent(face).split(' ')[2] ?? '';
}

/** What visitors type is gone with their tab: the next one at this machine isn't known either. */
export const draftStore = () => (person() ? localStorage : sessionStorage);

/** @param {string} address that the form is sent to */
export function draftKey(address) {
  const { pathname, search } = new URL(address, location.href);
  return `pl-draft:${person()}:${pathname}${search}`;
}

/** Once the form was saved. @param {string} address that it was sent to */
export function forgetDraft(address) {
  try {
    draftStore().removeItem(draftKey(address));
  } catch {
    // A browser that keeps nothing.
  }
}
