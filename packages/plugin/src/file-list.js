/** @import { Field, FieldLike } from './index.d.ts' */

const USUAL_MOST = 20;

/** Whether a field holds a list of files, as an array of their ids. @param {Pick<Field, 'target' | 'attributes'>} field */
export const isFileList = ({ target, attributes }) => target === 'files' && attributes?.several === true;

/** How many files such a field may hold. @param {Pick<FieldLike, 'attributes'>} field */
export const mostFiles = ({ attributes }) => attributes?.maxFiles ?? USUAL_MOST;
