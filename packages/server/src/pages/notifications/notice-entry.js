/** @import { App, Request } from '../../types.d.ts' */
/** @typedef {NonNullable<Awaited<ReturnType<App['data']['notifications']['one']>>>} Notification */
import { avatar } from '@plinth/plugin';
import { noticeAddress, noticeText } from './notice-words.js';

/** A notification as lists show it. @param {Request} req @param {Notification} one */
export function noticeEntry(req, one) {
  const { t, formats } = req.ctx;
  const { id, by, row, at, isRead } = one;
  const { who, said } = noticeText(t, one);
  return {
    id,
    said,
    isRead,
    label: row?.label ?? '',
    avatar: avatar({ id: by?.id ?? '', name: who, picture: by?.picture }),
    url: noticeAddress(req.ctx, one) && `/notifications/open/${id}`,
    about: row ? tableLabel(req, row.table) : '',
    at: new Date(at).toISOString(),
    ago: formats.relative(at),
    when: formats.dateTime(at),
  };
}

/** @param {Request} req @param {string} name */
function tableLabel({ ctx: { app, catalog, locale } }, name) {
  return app.views.localCatalog(catalog, locale).table(name).label;
}
