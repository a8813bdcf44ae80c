/** @import { Find, Request } from '@plinth/server/types' */
/** @import { SettingsSchema } from '@plinth/plugin' */

/**
 * A task that Ctrl+K finds, with other words that people look for it by.
 *
 * @param {string} name of its texts @param {string} url
 * @returns {(req: Request) => Find}
 */
export const task = (name, url) => (req) => ({
  kind: 'task',
  label: req.ctx.t(`admin.find.${name}`),
  words: req.ctx.t(`admin.find.${name}.words`),
  url,
});

/** Each of these tasks. @param {...(req: Request) => Find} tasks @returns {(req: Request) => Find[]} */
export const tasks =
  (...tasks) =>
  (req) =>
    tasks.map((one) => one(req));

/**
 * The settings of a form, each with what its help says.
 *
 * @param {Request} req @param {SettingsSchema} schema @param {string} url of the form
 * @returns {Find[]}
 */
export const settingsFound = ({ ctx: { t } }, schema, url) =>
  schema.map(({ name, label, help }) => ({
    kind: 'setting',
    label: t(String(label ?? name)),
    words: help ? t(String(help)) : '',
    url: `${url}#f-${name}`,
  }));
