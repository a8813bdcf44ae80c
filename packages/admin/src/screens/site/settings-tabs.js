/** @import { Request } from '../../types.d.ts' */

/** The tabs of the settings. @param {Request} req @param {'site' | 'theme' | 'sessions' | 'mail' | 'outbox' | 'secrets' | 'outgoing' | 'backups'} active */
export const settingsTabs = ({ ctx: { t } }, active) =>
  [
    { name: 'site', url: '/admin/settings' },
    { name: 'theme', url: '/admin/settings/theme' },
    { name: 'sessions', url: '/admin/settings/sessions' },
    { name: 'mail', url: '/admin/settings/mail' },
    { name: 'outbox', url: '/admin/settings/outbox' },
    { name: 'secrets', url: '/admin/settings/secrets' },
    { name: 'outgoing', url: '/admin/settings/outgoing' },
    { name: 'backups', url: '/admin/settings/backups' },
  ].map(({ name, url }) => ({ label: t(`admin.settings.${name}`), url, active: name === active }));
