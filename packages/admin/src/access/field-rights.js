/** @import { FieldAccess, Table } from '@plinth/plugin' */
/** @import { Form, Request } from '../types.d.ts' */
import { ADMIN, limitedRoles } from '@plinth/plugin';

const KINDS = /** @type {const} */ (['read', 'write']);

/**
 * Who may read and write each field, as a form shows it.
 *
 * @param {Request} req @param {Table} table
 */
export function fieldRights(req, table) {
  const { t } = req.ctx;
  const choices = [
    { value: ADMIN, label: t('admin.access.onlyAdmin') },
    ...limitedRoles(req.ctx.catalog).map((role) => ({ value: role.name, label: t(role.label) })),
  ];
  return limitable(table).map((field) => ({
    name: field.name,
    label: field.label,
    limited: Boolean(field.access),
    kinds: KINDS.filter((kind) => kind === 'read' || !field.auto).map((kind) => {
      const roles = field.access?.[kind] ?? null;
      const chosen = roles && (roles.length > 0 ? roles : [ADMIN]);
      const named = choices.filter(({ value }) => chosen?.includes(value));
      return {
        kind,
        name: `${kind}.${field.name}`,
        summary: chosen ? named.map(({ label }) => label).join(', ') : t('admin.access.everybody'),
        isLimited: chosen !== null,
        choices: choices.map((choice) => ({ ...choice, checked: chosen?.includes(choice.value) ?? false })),
      };
    }),
  }));
}

/**
 * No role selected means no limit.
 *
 * @param {Table} table @param {Form} form @returns {Record<string, FieldAccess | null>}
 */
export function readFieldAccess(table, form) {
  const chosen = (/** @type {string} */ name) => {
    const roles = form.all(name);
    return roles.length > 0 ? roles : null;
  };
  return Object.fromEntries(
    limitable(table).map(({ name }) => {
      const access = { read: chosen(`read.${name}`), write: chosen(`write.${name}`) };
      return [name, access.read || access.write ? access : null];
    }),
  );
}

/** The key is visible to everybody who sees the row. @param {Table} table */
const limitable = (table) => table.fields.filter((field) => field.auto !== 'id');
