// Beyond the page: once all of its rows are selected, a button selects all that match, by the filter instead of by their
// keys. Loaded when somebody selects a whole page.
import { request } from '@plinth/plugin/browser/request';

/** @param {HTMLFormElement} form */
const offerIn = (form) => form.querySelector('[data-pl-found]');

/**
 * Asks how many there are, and offers them.
 *
 * @param {HTMLFormElement} form the bar of selected rows @param {number} shown rows of the page @param {() => void} chosen
 */
export async function offerAll(form, shown, chosen) {
  if (offerIn(form) || isAll(form)) return;
  // Its boxes are named id, too.
  const id = form.getAttribute('id') ?? '';
  const asked = { of: id.replace(/-sel$/, ''), at: location.pathname + location.search };
  const offer = document.createElement('span');
  offer.dataset.plFound = '';
  offer.setAttribute('role', 'status');
  form.querySelector('output')?.after(offer);
  const { ok, json } = await request(`/rows/found?${new URLSearchParams(asked)}`);
  if (!ok) return offer.remove();
  const { count, text, possible } = json;
  if (count <= shown) return;
  if (!possible) return offer.append(text);
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'btn btn-sm btn-link', textContent: text });
  button.addEventListener('click', () => {
    for (const [name, value] of Object.entries({ all: count, ...asked })) {
      const field = document.createElement('input');
      Object.assign(field, { type: 'hidden', name, value });
      offer.append(field);
    }
    button.remove();
    chosen();
    /** @type {HTMLElement | null} */ (form.querySelector('button'))?.focus();
  });
  offer.append(button);
}

/** @param {HTMLFormElement} form */
const isAll = (form) => form.elements.namedItem('all') !== null;
