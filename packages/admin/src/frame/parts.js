import { formParts } from './forms.js';
import { listParts } from './list-parts.js';
import { smallParts } from './small-parts.js';

/** @import { Request } from '@plinth/server/types' */

/** The building blocks of screens, with the texts and icons of a request. @param {Request} req */
export const partsFor = (req) => ({ ...smallParts(req), ...listParts(req), ...formParts(req) });
