import { html } from '@plinth/plugin';
import { column, listScreen, routed } from '../../frame/index.js';

/** All mail templates. */
export const screen = {
  path: '/mails',
  title: 'admin.nav.mails',
  help: 'guide/mail#mail-templates',
  nav: { section: /** @type {const} */ ('automate'), icon: 'mail', order: 30 },
  routes: routed(
    listScreen({
      title: 'admin.nav.mails',
      lead: 'admin.mails.lead',
      icon: 'mail',
      empty: 'admin.mails.empty',
      add: { url: '/admin/mails/~new', label: 'admin.mails.new' },
      of: ({ ctx: { catalog } }) => catalog.mails,
      words: ({ name, label, subject }) => `${name} ${label} ${subject}`,
      columns: ({ ctx: { catalog } }, { named }) => [
        column('admin.mails.one', ({ name, label }) => named(`/admin/mails/${name}`, label, name)),
        column('admin.mails.subject', ({ subject }) => subject, 'text-break'),
        column('admin.mails.table', ({ table }) =>
          table && catalog.hasTable(table) ? catalog.table(table).label : html`<span class="text-secondary">–</span>`,
        ),
      ],
    }),
  ),
};
