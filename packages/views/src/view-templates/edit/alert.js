/** @import { Html, RowModel, ViewCompiler } from '@plinth/plugin' */
import { html } from '@plinth/plugin';

/**
 * The alert above a form with errors. Messages beside a control are not repeated: the alert says how many there are and
 * links to each.
 *
 * @param {ViewCompiler} c
 * @returns {(m: RowModel) => Html} once the form is printed for its reader
 */
export function createAlert(c) {
  const notSaved = c.t('views.edit.not_saved');
  return (m) => {
    const errors = m.form?.errors ?? {};
    const keys = Object.keys(errors).filter((key) => key !== '');
    const general = errors[''];
    if (keys.length === 0 && !general) return html``;
    const idOf = (/** @type {string} */ key) => `${m.location.id}-${key}-error`;
    const beside = keys.filter((key) => m.form?.explained?.has(key));
    const others = keys.filter((key) => !beside.includes(key) && !key.includes('.'));
    const said = general ?? (beside.length > 0 ? c.t('views.edit.errors', { count: beside.length }) : notSaved);
    const links = general
      ? []
      : beside.map(
          (key, i) => html`${i > 0 && ', '}<a href="#${idOf(key)}" data-pl-wrong>${labelOf(key, c) ?? key}</a>`,
        );
    const list =
      others.length > 0 ? html`<ul class="mb-0">${others.map((key) => html`<li>${errors[key]}</li>`)}</ul>` : '';
    return html`<div class="alert alert-danger" role="alert"><div>${said} ${links}${list}</div></div>`;
  };
}

/**
 * A control's name: "title", or "replies.thread.0.body" in a child row.
 *
 * @param {string} key
 * @param {ViewCompiler} c
 */
function labelOf(key, { table, catalog }) {
  const parts = key.split('.');
  const name = parts.at(-1) ?? '';
  const of = parts.length === 1 ? table : catalog.hasTable(parts[0]) ? catalog.table(parts[0]) : null;
  return of?.hasField(name) ? of.field(name).label : null;
}
