import { definePlugin } from '@plinth/plugin';
import { theme } from './theme.js';

export const plugin = definePlugin({
  name: 'theme-default',
  version: '0.1.0',
  api: '^1',
  label: 'theme-default.plugin',
  description: 'theme-default.description',
  icon: 'palette',
  themes: [theme],
  assets: new URL('../assets/', import.meta.url),
  texts: new URL('../locales/', import.meta.url),
});
