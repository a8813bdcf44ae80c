import { definePlugin, readLocales } from '@plinth/plugin';
import { theme } from './theme.js';

export const plugin = definePlugin({
  name: 'theme-default',
  version: '0.1.0',
  api: '^1',
  label: 'Default theme',
  description: 'A calm layout with the menu at the side or on top, in light and dark.',
  icon: 'palette',
  themes: [theme],
  assets: new URL('../assets/', import.meta.url),
  texts: readLocales(new URL('../locales/', import.meta.url)),
});
