import { html } from '@plinth/plugin';
import { column, listScreen, routed } from '../../frame/index.js';
import { listTabs } from './tabs.js';

/** All functions of the app. */
export const screen = {
  path: '/functions',
  title: 'admin.nav.functions',
  help: 'guide/functions',
  nav: { section: /** @type {const} */ ('automate'), icon: 'function', order: 20 },
  routes: routed(
    listScreen({
      title: 'admin.nav.functions',
      lead: 'admin.functions.lead',
      icon: 'function',
      empty: 'admin.functions.empty',
      add: { url: '/admin/functions/~new', label: 'admin.functions.new' },
      tabs: (req) => listTabs(req, 'functions'),
      of: ({ ctx: { catalog } }) => catalog.functions.filter((fn) => !fn.package),
      words: ({ name, label }) => `${name} ${label}`,
      columns: ({ ctx: { t } }, { named, badge, roleBadges }) => [
        column('admin.kind.function', ({ name, label }) => named(`/admin/functions/${name}`, label || name, name)),
        column(
          'admin.functions.address',
          ({ name, methods }) =>
            methods.length > 0 &&
            html`<div class="adm-badges">${methods.map((method) => badge(method))}<code>/fn/${name}</code></div>`,
        ),
        column('admin.functions.roles', ({ roles }) => roleBadges(roles)),
        column('admin.functions.runAs', ({ runAs }) => t(`admin.functions.runAs.${runAs}`)),
      ],
    }),
  ),
};
