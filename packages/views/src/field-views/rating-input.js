/** @import { EditModel } from '@plinth/plugin' */
import { attrs, defineFieldView, html } from '@plinth/plugin';
import { textOf } from './parts/control.js';

/** Stars to choose from: radio buttons, so that keys and screen readers know them. */
export const ratingInputView = defineFieldView({
  name: 'rating_input',
  order: 390,
  label: 'fv.stars',
  mode: 'edit',
  types: ['rating'],
  settings: [],
  control: 'group',
  render(/** @type {EditModel} */ m) {
    const { t, icon } = m.env;
    const max = Math.min(Math.max(Number(m.field.attributes?.max ?? 5), 1), 10);
    const chosen = textOf(m.value);
    const star = (/** @type {number} */ value) => {
      const id = value === 1 ? m.id : `${m.id}-${value}`;
      const input = attrs({
        type: 'radio',
        class: 'visually-hidden',
        id,
        name: m.name,
        value,
        checked: chosen === String(value),
        required: m.required,
        'aria-invalid': m.error ? 'true' : null,
        'aria-describedby': m.describedBy,
      });
      return html`<label class="pl-star"><input${input}>${icon('star-filled')}<span class="visually-hidden">${t('fieldView.starCount', { count: value })}</span></label>`;
    };
    const none = attrs({
      type: 'radio',
      class: 'form-check-input',
      name: m.name,
      value: '',
      id: `${m.id}-0`,
      checked: chosen === '',
    });
    const clear = m.required ? '' : html`<label class="pl-star-none"><input${none}> ${t('fieldView.none')}</label>`;
    return html`<div class="pl-rating">${Array.from({ length: max }, (_, at) => star(at + 1))}${clear}</div>`;
  },
});
