/**
 * Content-Disposition: a download (<img> shows it all the same), with names in any script and nothing that could
 * end the line.
 *
 * @param {string} name
 */
export function disposition(name) {
  const plain = name.normalize('NFKD').replace(/[^\w.\- ]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
