// Forms that repaint themselves ([data-pl-repaints]): what was typed, added or moved while the answer was on its way must stay.
// The same button is pressed again: such forms hold all that the server needs to answer.

/** What forms held when they were sent. @type {WeakMap<object, string>} */
const sent = new WeakMap();
/** What is pressed again when its request has ended: until then, a form may refuse another. @type {WeakMap<object, () => void>} */
const again = new WeakMap();

document.addEventListener('htmx:before:request', (/** @type {any} */ { detail: { ctx } }) => {
  const form = formOf(ctx);
  if (form) sent.set(ctx, heldBy(form));
});
document.addEventListener('htmx:before:swap', (/** @type {any} */ event) => {
  const { ctx } = event.detail;
  const form = formOf(ctx);
  if (!form || sent.get(ctx) === heldBy(form)) return;
  event.preventDefault();
  const { sourceElement: pressed } = ctx;
  // An answer that came first may have exchanged the button.
  again.set(ctx, () => (pressed.isConnected ? pressed : sameIn(form, pressed))?.click());
});
document.addEventListener('htmx:finally:request', (/** @type {any} */ { detail: { ctx } }) => {
  const press = again.get(ctx);
  if (press) setTimeout(press);
});

/** @param {any} ctx @returns {HTMLFormElement | null} whose markup is exchanged, unless only a part of it is */
function formOf({ sourceElement: button, target }) {
  if (!button || !target?.matches?.('[data-pl-repaints]')) return null;
  return button.form ?? target.closest('form') ?? target.querySelector('form');
}

/** @param {HTMLFormElement} form @param {HTMLButtonElement} pressed */
const sameIn = (form, pressed) =>
  /** @type {HTMLButtonElement | undefined} */ (
    [...form.elements].find(
      (one) => one instanceof HTMLButtonElement && one.name === pressed.name && one.value === pressed.value,
    )
  );

/** @param {HTMLFormElement} form */
const heldBy = (form) => JSON.stringify([...new FormData(form)]);
