// A page that the browser kept for Back, and shows as it was left: its views are renewed, except what somebody fills in. Where
// it can be had no more, since the session has ended or the row is gone, what the server says takes its place.
import { refreshViews } from './views/refresh.js';

export async function renew() {
  const { ok, status } = await refreshViews((section) => !section.querySelector('form[data-pl-form]'));
  if (!ok && status !== 0) location.reload();
}
