/** @import { Formats, Translate, Values } from '../index.d.ts' */
import { memoize } from '../caches/memoize.js';
import { attrs, html } from '../html.js';
import { dateFormOf, readLocalDate, toLocalDate } from '../local/local-date.js';
import { dayIn } from '../time/zone.js';

/** How the language of a page writes dates. */
const formOf = memoize((/** @type {Formats} */ { locale }) => dateFormOf(locale));

/**
 * A control for a date, or a date with its time. It takes text, because the browser's own control reads and shows dates by the
 * browser's language rather than the reader's.
 *
 * @param {string} iso 2026-12-24, 2026-12-24T15:30; other texts are shown as they were typed
 * @param {{ t: Translate, formats: Formats }} env
 * @param {{ withTime?: boolean, min?: string | null, max?: string | null, attributes: Values }} options
 *   attributes: of the control, such as its id and name
 */
export function dateControl(iso, { t, formats }, { withTime = false, min = null, max = null, attributes }) {
  const form = formOf(formats);
  const given = attrs({
    ...attributes,
    type: 'text',
    value: toLocalDate(iso, form),
    autocomplete: 'off',
    placeholder: lettersOf(t, form, withTime),
    'data-pl-date': withTime ? 'time' : 'day',
    'data-zone': formats.timeZone,
    'data-min': min,
    'data-max': max,
    'data-pick': t('fieldView.date.pick'),
  });
  return html`<div class="input-group"><input${given}></div>`;
}

/** @param {Translate} t @param {ReturnType<typeof formOf>} form @param {boolean} withTime dd/mm/yyyy */
function lettersOf(t, { order, sign }, withTime) {
  const [d, m, y, ...time] = t('fieldView.date.letters').split(' ');
  const parts = /** @type {Record<string, string>} */ ({ d, m, y });
  const day = [...order].map((part) => parts[part]).join(sign);
  return withTime ? `${day} ${time.join(' ')}` : day;
}

/**
 * What was typed into such a control, in ISO form; null if it can't be read.
 *
 * @param {string} text @param {Formats} formats @param {{ withTime?: boolean }} [options]
 */
export function readTypedDate(text, formats, options) {
  const today = dayIn(new Date(), formats.timeZone);
  return readLocalDate(text, formOf(formats), { today, ...options })?.text ?? null;
}

/** How the language writes the order of day, month and year: "d/m/y". @param {Formats} formats */
export function dateOrder(formats) {
  const { order, sign } = formOf(formats);
  return [...order].join(sign);
}
