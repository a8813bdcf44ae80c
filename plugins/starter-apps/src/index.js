/** @import { AppDocument } from '@plinth/plugin' */
import { definePlugin } from '@plinth/plugin';
import { readFileSync } from 'node:fs';

const NAMES = [
  'forum',
  'issue-tracker',
  'inventory',
  'crm',
  'landing-page',
  'purchase-approval',
  'benchmark-dashboard',
];

export const plugin = definePlugin({
  name: 'starter-apps',
  version: '0.1.0',
  api: '^1',
  label: 'starter-apps.plugin',
  description: 'starter-apps.description',
  icon: 'apps',
  // What is said of the apps before they are installed; the apps themselves are content and stay as they are written.
  texts: new URL('../locales/', import.meta.url),
  starterApps: NAMES.map(read),
});

/** @param {string} name @returns {AppDocument} */
function read(name) {
  return JSON.parse(readFileSync(new URL(`../apps/${name}.json`, import.meta.url), 'utf8'));
}
