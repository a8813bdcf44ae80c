/**
 * Says below a control how its text is understood.
 *
 * @param {HTMLInputElement} input @param {string} text '': nothing to say
 */
export function showUnderstood(input, text) {
  const control = input.closest('.input-group') ?? input;
  const next = control.nextElementSibling;
  const there = next?.matches('.pl-understood') ? next : null;
  if (there) there.textContent = text;
  else if (text) {
    const made = document.createElement('div');
    made.className = 'form-hint pl-understood';
    made.role = 'status';
    control.after(made);
    made.textContent = text;
  }
}
