import { walkLayout } from '@plinth/plugin';
import { lookChecks, palenessOf } from '@plinth/views';

/** @import { Element, Node } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Draft, Subject } from '../layout/draft.js' */

/** @typedef {{ node: string, message: string, kind: 'label' | 'contrast', url?: string }} LookProblem node: empty
 *   for the theme, which is at `url` */

const HEX = /^#[0-9a-f]{6}$/i;
/** A graphic that says something: WCAG 2.2, 1.4.11. */
const GRAPHIC = 3;

/**
 * What people can't read or hear of a draft: images without a text, colours too close to the
 * theme's surface, and a theme whose texts are too pale.
 *
 * @param {Request} req @param {Subject} subject @param {Draft} draft @returns {LookProblem[]}
 */
export function lookProblems(req, subject, draft) {
  const { app, t } = req.ctx;
  /** @type {LookProblem[]} */
  const found = [];
  for (const { name } of subject.layouts) {
    if (!draft.layouts[name]) continue;
    walkLayout(draft.layouts[name], (node) => {
      if (!app.registry.has('element', node.type)) return;
      const element = app.registry.element(node.type);
      if (lacksAlt(element, node)) found.push({ node: node.id, message: t('admin.properties.noAlt'), kind: 'label' });
      found.push(...paleColours(req, element, node));
    });
  }
  return [...found, ...themeProblems(req)];
}

/**
 * Whether it shows a picture that has no words. Controls and buttons always have some: their field's or action's label,
 * or a required one.
 *
 * @param {Element} element @param {Node} node
 */
function lacksAlt({ settings: schema }, { settings = {} }) {
  const has = (/** @type {string} */ name) => String(settings[name] ?? '').trim() !== '';
  return schema.some(({ name }) => name === 'alt') && !has('alt') && ['file', 'url', 'field'].some(has);
}

/** Own colours that hardly differ from the theme's surface. @param {Request} req @param {Element} element @param {Node} node @returns {LookProblem[]} */
function paleColours({ ctx: { catalog, t, formats } }, element, node) {
  const own = element.settings.filter(({ name, type }) => type === 'colour' && HEX.test(node.settings?.[name] ?? ''));
  return own.flatMap((setting) => {
    const colour = node.settings?.[setting.name];
    const wrong = palenessOf(catalog.settings, colour, GRAPHIC);
    return wrong.map(({ mode, ratio }) => ({
      node: node.id,
      kind: /** @type {const} */ ('contrast'),
      message: t('admin.properties.pale', {
        name: t(setting.label ?? setting.name),
        colour,
        mode: t(`admin.settings.mode.${mode}`),
        ratio: formats.number(Math.floor(ratio * 10) / 10),
      }),
    }));
  });
}

/** @param {Request} req @returns {LookProblem[]} */
function themeProblems({ ctx: { catalog, t, formats } }) {
  return lookChecks(catalog.settings)
    .filter(({ passes }) => !passes)
    .map(({ mode, name, ratio }) => ({
      node: '',
      url: '/admin/settings/theme',
      kind: 'contrast',
      message: t('admin.properties.themePale', {
        name: t(`admin.theme.colour.${name}`),
        mode: t(`admin.settings.mode.${mode}`),
        ratio: formats.number(Math.floor(ratio * 10) / 10),
      }),
    }));
}
