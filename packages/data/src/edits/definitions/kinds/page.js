/** @import { Values } from '@plinth/plugin' */
/** @import { Scope } from '../../types.d.ts' */
import { checkSettings, defineKind, node, phrase } from '@plinth/plugin';
import { notFound } from '../../../postgres/errors/not-found.js';
import { checkAppOf } from '../base/app-of.js';
import { checkName } from '../base/check-object.js';
import { description, layout, roles, text } from '../base/kind-settings.js';
import { checkLayoutSettings } from '../base/layouts.js';
import { checkRoles } from '../base/roles.js';
import { labelOf, line, paragraph } from '../base/texts.js';

export const page = defineKind({
  name: 'page',
  plural: 'pages',
  label: 'page',
  icon: 'file-text',
  order: 40,
  schema: [text('title'), description, roles, layout],
  title: 'title',
  check: checkPage,
  references(body, walk) {
    body.roles = walk.roles(body.roles);
    if (body.layout) body.layout = walk.layout(body.layout, null, 'layout');
    return body;
  },
  notFound: (name, known) =>
    notFound('PAGE_NOT_FOUND', phrase`There is no page "${name}"`, {
      hint: (names) => phrase`Pages here: ${names}`,
      known,
    }),
  documents: {
    isAlwaysListed: true,
    installed: 30,
    inside: (object, at, check) => check.layout(object.layout, `${at}.layout`),
  },
  admin: { area: 'build/pages' },
});

/** @param {Values} input @param {Scope} scope @param {{ id: string, name: string }} [self] @returns {{ name: string, body: unknown }} */
function checkPage(input, { catalog, registry }, self) {
  const name = checkName(page, input, { catalog }, self);
  const { layout: root } = checkSettings([{ name: 'layout', type: 'layout' }], {
    layout: input.layout ?? node('stack', {}, []),
  });
  checkLayoutSettings(root, registry, 'layout', self);
  return {
    name,
    body: {
      title: line('title', input.title, labelOf(name)),
      description: paragraph('description', input.description),
      app: checkAppOf(input.app, catalog),
      roles: checkRoles(input.roles, catalog),
      layout: root,
    },
  };
}
