/** @import { Tool, ToolContext } from '../types.d.ts' */
import { isUnlimited, requireReview } from '@plinth/data';
import { DOCUMENT, OPTIONS, PREFIX } from '../../rest/apps/app-input.js';

/** @param {ToolContext} context */
const isAdmin = ({ actor }) => isUnlimited(actor);

/** @type {Tool} */
export const reviewApp = {
  name: 'review_app',
  title: 'Review an app',
  description:
    'Says what an app document can do once it is installed (what visitors reach, what runs as the system, other tables, ' +
    'addresses, hosts, secrets), what it offers, and what stands in its way. Changes nothing. Show the rights to the ' +
    'person before you install the app.',
  annotations: { readOnlyHint: true },
  input: () => ({ properties: { document: DOCUMENT, prefix: PREFIX }, required: ['document'] }),
  isOffered: isAdmin,
  async run({ app }, { document, prefix }) {
    const { document: _, ...check } = app.data.apps.check(document, { prefix });
    return check;
  },
};

/** @type {Tool} */
export const installApp = {
  name: 'install_app',
  title: 'Install an app',
  description:
    'Installs an app document. Needs "reviewed" from review_app. The result contains the revision, which undo_revision can undo.',
  annotations: { readOnlyHint: false, destructiveHint: false },
  input: () => ({ properties: { document: DOCUMENT, ...OPTIONS }, required: ['document'] }),
  isOffered: isAdmin,
  async run({ app, req }, { document, reviewed, ...options }) {
    requireReview(app.data.apps.check(document, {}), reviewed);
    const { document: _, ...installed } = await app.data.apps.install(req.ctx.author, document, options);
    return installed;
  },
};
