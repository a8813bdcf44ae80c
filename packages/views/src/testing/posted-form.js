/**
 * What a browser without JavaScript would post for this markup: enough of HTML for forms that we print ourselves.
 *
 * @param {string} markup @returns {URLSearchParams}
 */
export function postedBy(markup) {
  const form = new URLSearchParams();
  // A template's content is no part of the form.
  const text = markup.replace(/<template>[\s\S]*?<\/template>/g, '');
  for (const [, tag, attributes, rest] of text.matchAll(
    /<(input|select|textarea)\b([^>]*)>((?:(?!<\/?(?:input|select|textarea)\b)[\s\S])*)/g,
  )) {
    const name = attribute(attributes, 'name');
    if (name === null) continue;
    if (tag === 'input') postInput(form, name, attributes);
    if (tag === 'textarea') form.append(name, unescape(rest.replace(/^\n/, '')).replaceAll('\n', '\r\n'));
    if (tag === 'select') {
      const options = [...rest.matchAll(/<option\b([^>]*)>/g)].map(([, option]) => option);
      const chosen = options.find((option) => / selected/.test(option)) ?? options[0];
      if (chosen !== undefined) form.append(name, attribute(chosen, 'value') ?? '');
    }
  }
  return form;
}

/** @param {URLSearchParams} form @param {string} name @param {string} attributes */
function postInput(form, name, attributes) {
  const type = attribute(attributes, 'type');
  if ((type === 'checkbox' || type === 'radio') && !/ checked/.test(attributes)) return;
  form.append(name, attribute(attributes, 'value') ?? (type === 'checkbox' ? 'on' : ''));
}

/** @param {string} attributes @param {string} name */
function attribute(attributes, name) {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(attributes);
  return found ? unescape(found[1]) : null;
}

/** @param {string} text */
function unescape(text) {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
