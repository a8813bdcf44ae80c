/** @import { Request } from '../../types.d.ts' */

/** The tabs of a function. @param {Request} req @param {string} name @param {'code' | 'runs'} active */
export const functionTabs = ({ ctx: { t } }, name, active) => [
  { label: t('admin.functions.code'), url: `/admin/functions/${name}`, active: active === 'code' },
  { label: t('admin.functions.runs'), url: `/admin/functions/${name}/runs`, active: active === 'runs' },
];

/** The tabs of the list. @param {Request} req @param {'functions' | 'packages'} active */
export const listTabs = ({ ctx: { t } }, active) => [
  { label: t('admin.nav.functions'), url: '/admin/functions', active: active === 'functions' },
  { label: t('admin.functions.packages'), url: '/admin/functions/~packages', active: active === 'packages' },
];
