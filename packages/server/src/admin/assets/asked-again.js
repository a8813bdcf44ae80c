// Forms that repaint themselves ([data-pl-repaints]): what was typed, added or moved while the answer was on its way must stay.
// The same button is pressed again: such forms hold all that the server needs to answer.

/** What forms held when they were sent. @type {WeakMap<object, string>} */
const sent = new WeakMap();

document.addEventListener('htmx:before:request', (/** @type {any} */ { detail: { ctx } }) => {
  const form = formOf(ctx);
  if (form) sent.set(ctx, heldBy(form));
});
document.addEventListener('htmx:before:swap', (/** @type {any} */ event) => {
  const { ctx } = event.detail;
  const form = formOf(ctx);
  if (!form || sent.get(ctx) === heldBy(form)) return;
  event.preventDefault();
  ctx.sourceElement.click();
});

/** @param {any} ctx @returns {HTMLFormElement | null} whose markup is exchanged, unless only a part of it is */
function formOf({ sourceElement: button, target }) {
  return button?.form && target?.matches?.('[data-pl-repaints]') ? button.form : null;
}

/** @param {HTMLFormElement} form */
const heldBy = (form) => JSON.stringify([...new FormData(form)]);
