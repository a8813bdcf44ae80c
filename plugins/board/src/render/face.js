/** @import { Html } from '@plinth/plugin' */
/** @import { Entry } from '../axis.js' */
import { avatar, html } from '@plinth/plugin';

/** The picture or initials of a person whose column or lane this is. @param {Entry} entry @returns {Html} */
export const faceOf = ({ key, label, picture }) =>
  key === '' || picture === undefined ? html`` : html`${avatar({ id: key, name: label, picture })} `;
