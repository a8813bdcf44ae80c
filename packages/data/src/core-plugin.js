import { definePlugin } from '@plinth/plugin';
import { actions } from './actions/index.js';
import { fieldTypes } from './field-types/index.js';
import { expressionTexts } from '@plinth/expressions';
import { errorTexts } from './error-texts.js';
import { partTexts } from './part-texts.js';
import { rowTexts } from './rows/texts.js';
import { texts } from './texts.js';

/** Core's own definitions that know Postgres; they go through the registry like those of any plugin. */
export const dataPlugin = definePlugin({
  name: 'core-data',
  version: '0.1.0',
  api: '^1',
  label: 'Data',
  fieldTypes,
  texts: { en: texts.en, de: { ...expressionTexts, ...errorTexts.de, ...partTexts.de, ...texts.de, ...rowTexts.de } },
  actions,
});
