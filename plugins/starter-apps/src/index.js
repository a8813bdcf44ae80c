/** @import { AppDocument } from '@plinth/plugin' */
import { definePlugin } from '@plinth/plugin';
import { readFileSync } from 'node:fs';

const NAMES = ['forum', 'issue-tracker', 'inventory', 'crm', 'landing-page'];

export const plugin = definePlugin({
  name: 'starter-apps',
  version: '0.1.0',
  api: '^1',
  label: 'Starter apps',
  description: 'Apps to begin with: forum, issue tracker, inventory, CRM, landing page.',
  icon: 'apps',
  // The apps themselves are content and stay as they are written.
  texts: {
    de: {
      'Starter apps': 'Apps für den Anfang',
      'Apps to begin with: forum, issue tracker, inventory, CRM, landing page.':
        'Apps für den Anfang: Forum, Vorgänge, Lager, Kunden, Landingpage.',
    },
  },
  starterApps: NAMES.map(read),
});

/** @param {string} name @returns {AppDocument} */
function read(name) {
  return JSON.parse(readFileSync(new URL(`../apps/${name}.json`, import.meta.url), 'utf8'));
}
