// Starting points of new views and pages: their pictures, and the settings of the one that is chosen.
import { request } from '@plinth/plugin/browser/request';

for (const gallery of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-adm-gallery]')))
  void showPictures(gallery);

document.addEventListener('change', ({ target }) => {
  const input = /** @type {HTMLInputElement} */ (target);
  if (input.matches('[data-adm-first-table] select')) return input.form?.requestSubmit();
  if (input.type === 'radio' && input.closest('[data-adm-gallery]')) choose(input);
});

/** @param {HTMLElement} gallery */
async function showPictures(gallery) {
  const { ok, json } = await request(gallery.dataset.admGallery ?? '');
  if (!ok) return;
  const { pictures } = json;
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (gallery.querySelectorAll('[data-adm-picture]'))) {
    const text = pictures[place.dataset.admPicture ?? ''];
    if (text) place.replaceChildren(pictureOf(text));
  }
}

/** A document that can't be reached by mouse or keyboard and runs no script. @param {string} text */
function pictureOf(text) {
  const frame = document.createElement('iframe');
  for (const [name, value] of Object.entries({
    sandbox: 'allow-same-origin',
    loading: 'lazy',
    scrolling: 'no',
    tabindex: '-1',
    'aria-hidden': 'true',
    title: '',
    inert: '',
    srcdoc: text,
  }))
    frame.setAttribute(name, value);
  return frame;
}

/** Shows the settings of the chosen starting point; a label that nobody has changed follows it. @param {HTMLInputElement} chosen */
function choose(chosen) {
  const form = chosen.form;
  if (!form) return;
  for (const fields of /** @type {NodeListOf<HTMLFieldSetElement>} */ (form.querySelectorAll('[data-adm-first]'))) {
    const isOwn = fields.dataset.admFirst === chosen.value;
    fields.hidden = !isOwn;
    fields.disabled = !isOwn;
  }
  const label = /** @type {HTMLInputElement | null} */ (form.elements.namedItem('label'));
  const suggested = [...form.querySelectorAll('[data-suggested]')].map((one) => one.getAttribute('data-suggested'));
  if (label && (label.value === '' || suggested.includes(label.value))) label.value = chosen.dataset.suggested ?? '';
}
