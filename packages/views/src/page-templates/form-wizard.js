/** @import { Field, Node, PageDraft, Registry, Table } from '@plinth/plugin' */
import { definePageTemplate, node } from '@plinth/plugin';
import { ownFields } from '../view-templates/parts/default-fields.js';

const FIELDS_A_STEP = 4;
const MOST_STEPS = 5;

/** A long form in steps, with a few words before it. */
export const formWizard = definePageTemplate({
  name: 'form_wizard',
  order: 50,
  label: 'pt.wizard',
  icon: 'list-numbers',
  description: 'pt.wizard.description',
  needsTable: true,
  compose(page) {
    const { title, table, t, registry } = page;
    const intro = [
      node('heading', { text: title, level: '1' }),
      node('text', { text: t('pt.wizard.intro'), style: 'lead' }),
    ];
    if (!table) return node('stack', {}, intro);
    const layout = node('stack', {}, [node('tabs', { label: title }, steps(page, ownFields(table, registry)))]);
    const view = page.view('edit', { label: title, config: { layout, deleteButton: false } });
    return node('container', { width: 'text', align: 'center', padding: '0' }, [...intro, node('embed', { view })]);
  },
});

/** @param {PageDraft} page @param {readonly Field[]} fields @returns {Node[]} */
function steps({ t }, fields) {
  const each = Math.max(
    Math.ceil(fields.length / MOST_STEPS),
    Math.min(FIELDS_A_STEP, Math.ceil(fields.length / 2)),
    1,
  );
  const many = Math.max(Math.ceil(fields.length / each), 1);
  return Array.from({ length: many }, (_, i) =>
    node(
      'tab',
      { label: t('pt.wizard.step', { number: i + 1 }) },
      fields.slice(i * each, (i + 1) * each).map(({ name }) => node('form_field', { field: name })),
    ),
  );
}
