import { definePlugin } from '@plinth/plugin';
import { actions } from './automation/actions/index.js';
import { kinds } from './edits/definitions/kinds/index.js';
import { fieldTypes } from './catalog/field-types/index.js';
import { workflowSteps } from './automation/workflows/index.js';
import { triggerSources } from './automation/trigger-sources/index.js';
import { expressionTexts } from '@plinth/expressions';
import { ownTexts } from './rules/expressions/own-texts.js';

const languages = new Set([...Object.keys(expressionTexts), ...Object.keys(ownTexts)]);
const texts = Object.fromEntries([...languages].map((name) => [name, { ...expressionTexts[name], ...ownTexts[name] }]));

/** Core's own definitions that know Postgres; they go through the registry like those of any plugin. */
export const dataPlugin = definePlugin({
  name: 'core-data',
  version: '0.1.0',
  api: '^1',
  label: 'Data',
  fieldTypes,
  texts,
  actions,
  workflowSteps,
  triggerSources,
  kinds,
});
