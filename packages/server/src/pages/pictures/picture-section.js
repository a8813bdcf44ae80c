/** @import { Html } from '@plinth/plugin' */
/** @import { UserInfo } from '../../types.d.ts' */
import { avatar, html } from '@plinth/plugin';

/**
 * The form that sets and removes a user's picture.
 *
 * @param {{ user: Pick<UserInfo, 'id' | 'name' | 'email' | 'picture'>, action: string, t: (key: string) => string,
 *   problem?: string }} options action: the form's address; it removes at <action>/remove
 * @returns {Html}
 */
export function pictureSection({ user, action, t, problem = '' }) {
  const { id, name, email, picture } = user;
  return html`<section class="card mb-3" id="picture" aria-labelledby="picture-title"><div class="card-body">
<h2 class="card-title h3" id="picture-title">${t('auth.picture')}</h2>
<div class="d-flex gap-3 align-items-center">${avatar({ id, name: name || email, picture }, { size: 'lg' })}
<form class="flex-fill d-flex flex-wrap gap-2" method="post" action="${action}" enctype="multipart/form-data">
<input class="${problem ? 'form-control is-invalid' : 'form-control'}" type="file" name="picture" required accept="image/png,image/jpeg,image/webp,image/gif,image/avif" aria-labelledby="picture-title" aria-describedby="picture-help">
<button class="btn" type="submit">${t('auth.picture.save')}</button>
${picture && html`<button class="btn btn-ghost-danger" type="submit" formaction="${action}/remove" formnovalidate>${t('auth.picture.remove')}</button>`}</form></div>
${problem && html`<div class="alert alert-danger mt-2 mb-0" role="alert">${problem}</div>`}
<div class="form-hint text-secondary mt-2" id="picture-help">${t('auth.picture.help')}</div>
</div></section>`;
}
