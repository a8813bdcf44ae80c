/** @import { Field } from './index.d.ts' */

/** Whether a field holds a list of files, as an array of their ids. @param {Pick<Field, 'target' | 'attributes'>} field */
export const isFileList = ({ target, attributes }) => target === 'files' && attributes?.several === true;
