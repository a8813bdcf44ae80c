import { html } from '@plinth/plugin';
import { networkAddresses, readMachineFacts } from '@plinth/server/operations';
import { routed, shows, task, tasks } from '../../frame/index.js';

/** @import { AdminPage, Request } from '../../types.d.ts' */

/** Version and state of this installation. */
export const screen = {
  path: '/about',
  title: 'admin.nav.about',
  help: 'self-hosting',
  finds: tasks(task('about', '/admin/about'), task('api', '/api/v1/docs')),
  nav: { section: 'site', icon: 'info-circle', order: 60 },
  routes: routed({ 'GET /': shows(show) }),
};

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const { t } = req.ctx;
  const groups = (await groupsOf(req)).map(
    ({
      label,
      facts,
    }) => html`<section class="card mb-3"><div class="card-header"><h2 class="card-title">${label}</h2></div>
      <div class="card-body"><dl class="adm-facts">${facts.map(
        ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
      )}</dl></div></section>`,
  );
  return { title: t('admin.nav.about'), body: html`${groups}<p class="text-secondary">${t('admin.about.timing')}</p>` };
}

/** @param {Request} req @returns {Promise<{ label: string, facts: [string, string][] }[]>} */
async function groupsOf({ ctx: { app, t, catalog, formats } }) {
  const facts = readMachineFacts(app.config);
  const { rows } = await app.data.db.query(
    `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
            (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`,
  );
  const mb = (/** @type {number} */ bytes) => `${formats.number(Math.round(bytes / 1024 / 1024))} MB`;
  return [
    {
      label: t('admin.about.server'),
      facts: [
        ['Plinth', facts.plinth],
        ['Node', facts.node],
        [t('admin.about.platform'), `${facts.platform}, ${t('admin.about.cores', { count: facts.cores })}`],
        [t('admin.about.url'), facts.baseUrl],
        [t('admin.about.addresses'), networkAddresses(app.config).join(', ') || t('admin.about.noAddresses')],
        [t('admin.about.uptime'), formats.relative(new Date(Date.now() - process.uptime() * 1000).toISOString())],
        [t('admin.about.memory'), mb(process.memoryUsage().rss)],
        [t('admin.about.memoryOfAll'), `${formats.number(facts.memory.mb)} MB`],
        [t('admin.about.disk'), mb(facts.diskFreeBytes)],
      ],
    },
    {
      label: t('admin.about.database'),
      facts: [
        ['PostgreSQL', rows[0].version],
        [t('admin.about.size'), mb(Number(rows[0].bytes))],
        [t('admin.about.connections'), String(rows[0].connections)],
      ],
    },
    {
      label: t('admin.about.app'),
      facts: [
        [t('admin.nav.tables'), String(catalog.tables.length)],
        [t('admin.nav.views'), String(catalog.views.length)],
        [t('admin.nav.pages'), String(catalog.pages.length)],
        [t('admin.about.version'), String(catalog.version)],
      ],
    },
  ];
}
