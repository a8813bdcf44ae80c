/** @import { EditModel } from '@plinth/plugin' */
import { attrs, defineFieldView, html } from '@plinth/plugin';
import { integer } from '@plinth/plugin/settings';
import { controlAttributes, textOf } from './parts/control.js';

/** Buttons of the toolbar: name, icon, what goes before and after the selection, whether it starts each line. */
const TOOLS = [
  { name: 'bold', icon: 'bold', before: '**', after: '**' },
  { name: 'italic', icon: 'italic', before: '_', after: '_' },
  { name: 'heading', icon: 'heading', before: '## ', line: true },
  { name: 'list', icon: 'list', before: '- ', line: true },
  { name: 'numbered', icon: 'list-numbers', before: '1. ', line: true },
  { name: 'quote', icon: 'quote', before: '> ', line: true },
  { name: 'code', icon: 'code', before: '`', after: '`' },
  { name: 'link', icon: 'link', before: '[', after: '](https://)' },
];

/** A control for formatted text: a textarea; a module adds the toolbar. */
export const markdownEditorView = defineFieldView({
  name: 'markdown_editor',
  order: 340,
  label: 'fv.markdown_editor.label',
  mode: 'edit',
  types: [{ isFree: true, isLong: true }],
  settings: [integer('rows', 'fv.lines', { min: 3, max: 60, default: 10 })],
  scripts: ['core-views/js/fields/markdown-editor.js'],
  render(/** @type {EditModel} */ m) {
    const { t, icon } = m.env;
    const tools = TOOLS.map(({ name, icon: image, before, after, line }) => {
      const label = t(`fieldView.markdown.${name}`);
      const data = { 'data-before': before, 'data-after': after ?? '', 'data-line': line === true };
      return html`<button${attrs({ type: 'button', class: 'btn btn-icon btn-sm btn-ghost-secondary', title: label, 'aria-label': label, ...data })}>${icon(image)}</button>`;
    });
    return html`<div class="pl-markdown" data-pl-markdown><div class="pl-markdown-tools" role="toolbar" aria-label="${t('fieldView.markdown.tools')}" aria-controls="${m.id}" hidden>${tools}</div><textarea${controlAttributes(m, { rows: m.config.rows ?? 10, class: 'form-control font-monospace' })}>${'\n'}${textOf(m.value)}</textarea></div>`;
  },
});
