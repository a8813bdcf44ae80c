import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { node } from '@plinth/plugin';
import { viewTemplateContract } from '@plinth/plugin/contract';
import { viewTemplates } from './index.js';

const layout = node('stack', {}, [node('field', { field: 'name' })]);

/** What each template can't do without. @type {Record<string, Record<string, unknown>>} */
const samples = {
  list: { columns: [{ kind: 'field', field: 'name' }], rowView: 'thing', createView: 'thing_edit' },
  show: { layout },
  edit: { layout, deleteButton: true, cancelView: 'things', autosave: true },
  feed: { itemView: 'thing' },
  filter: { layout },
  chart: { category: 'name', kind: 'bars' },
  list_show: { titleField: 'name', showView: 'thing' },
};

describe('core’s view templates keep the contract', () => {
  for (const template of viewTemplates)
    viewTemplateContract(template, { test, assert }, { config: samples[template.name] });
});
