import { editedAt } from '../../builder/edited.js';
import { openDraft } from '../../builder/open-draft.js';
import { changesInWords } from '../../builder/words.js';
import { routed, shows } from '../../frame/index.js';
import { plain } from '../../objects/references.js';

/** @import { AdminPage, Request } from '../../types.d.ts' */

/** What a draft changes: both pages side by side, and the changes in words. */
export const screen = {
  path: '/build',
  title: 'admin.builder.changes',
  routes: routed({ 'GET /:kind/:name/changes': shows(show) }),
};

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const edited = editedAt(req);
  const { t } = req.ctx;
  const { kind, name } = edited.subject;
  const { draft } = await openDraft(req, edited);
  const url = `/admin/build/${kind}s/${name}`;
  return {
    title: t('admin.builder.changes'),
    wide: true,
    styles: ['admin/builder/drafts/compare.css'],
    crumbs: [
      { label: t(`admin.nav.${kind}s`), url: `/admin/${kind}s` },
      { label: edited.label, url },
    ],
    template: 'builder/changes',
    model: {
      words: changesInWords(req, edited.subject, plain(edited.draft), draft),
      canvas: `${url}/canvas?still=1`,
      url,
    },
  };
}
