// The form that moves an event without dragging, in a dialog, and the form for a new row, by a click on a day or an hour.
import { request } from '@plinth/plugin/browser/request';
import { calendarOf, dayOf, eventOf, textOf } from './dom.js';
import { send } from './store.js';

/** Minutes between the times that a click chooses. */
const SNAP = 30;

document.addEventListener('click', async (event) => {
  const target = /** @type {Element} */ (event.target);
  const link = target.closest('a.pl-cal-move');
  if (!(link instanceof HTMLAnchorElement) || !eventOf(link) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const { ok, page } = await request(link.href, { accept: 'html' });
  const form = ok ? page.querySelector('.pl-cal-moveform') : null;
  if (!form) return location.assign(link.href);
  open(/** @type {HTMLFormElement} */ (document.importNode(form, true)), calendarOf(link));
});

document.addEventListener('click', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const calendar = target.closest('[data-pl-calendar]') && calendarOf(target);
  const create = calendar && /** @type {HTMLElement} */ (calendar).dataset.create;
  if (!create || event.defaultPrevented || target.closest('a, button, .pl-cal-event')) return;
  const day = dayOf(target);
  if (!day || !getSelection()?.isCollapsed) return;
  const hours = target.closest('.pl-cal-hours');
  if (!hours) {
    const link = day.querySelector('a.pl-cal-add');
    if (link instanceof HTMLAnchorElement) location.assign(link.href);
    return;
  }
  const { top, height } = hours.getBoundingClientRect();
  const minutes = Math.floor((((event.clientY - top) / height) * 1440) / SNAP) * SNAP;
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  location.assign(create.replace(encodeURIComponent('{start}'), encodeURIComponent(`${day.dataset.day}T${time}`)));
});

/** @param {HTMLFormElement} form @param {HTMLElement} calendar */
function open(form, calendar) {
  const dialog = document.createElement('dialog');
  dialog.className = 'modal modal-sm pl-cal-dialog';
  dialog.setAttribute('aria-label', form.querySelector('h2, h3')?.textContent ?? '');
  const error = document.createElement('p');
  Object.assign(error, { className: 'pl-cal-error', hidden: true, role: 'alert' });
  form.querySelector('.btn-list')?.before(error);
  dialog.append(form);
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target !== dialog && !target.closest('a.btn')) return;
    event.preventDefault();
    dialog.close();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    const refusal = await send(form.action, body, textOf(calendar, 'offline'));
    if (refusal !== null) {
      error.textContent = refusal;
      error.hidden = false;
      return;
    }
    dialog.close();
    calendar.dispatchEvent(new CustomEvent('pl:refresh', { bubbles: true }));
  });
  dialog.showModal();
}
