/** @import { Kind, Registry, Translate } from '@plinth/plugin' */

/** What one of a kind is called, as the beginning of a line: "Mail template". @param {Pick<Kind, 'name' | 'label'>} kind @param {Translate} t */
export function kindWord({ name, label }, t) {
  const key = `admin.kind.${name}`;
  return t.has?.(key) ? t(key) : capital(t(label));
}

/** The same by name, also of what is no kind with a definition. @param {string} name @param {{ t: Translate, registry: Registry }} context */
export const wordOf = (name, { t, registry }) =>
  registry.has('kind', name) ? kindWord(registry.kind(name), t) : t(`admin.kind.${name}`);

/** What several are called: "Mail templates". @param {Pick<Kind, 'name' | 'plural'>} kind @param {Translate} t */
export function kindWords({ name, plural }, t) {
  const key = `admin.kinds.${name}`;
  return t.has?.(key) ? t(key) : capital(t(plural));
}

/** Kinds without screens of their own: the admin has a list and a form for them. @param {Registry} registry */
export const screensOf = (registry) => registry.all('kind').filter(({ admin }) => !admin?.area);

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
