/** @import { Actor, Catalog, Field } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';
import { accessLevel, isUnlimited, readableField, writableField } from '../../rules/rights/index.js';
import { fieldNotFound } from '../../postgres/errors/row-errors.js';
import { filesForbidden, fileTypeRefused } from './errors.js';
import { isRasterImage, matchesTypes } from './sniff-type.js';

/** Bytes per upload unless the field says otherwise. */
export const LARGEST = 100_000_000;

/**
 * The field that an upload is for, if the actor may write it. Only admins may upload files without a field.
 *
 * @param {Catalog} catalog @param {Actor} actor @param {{ table: string, field: string } | undefined} wanted
 * @returns {Field | null}
 */
export function uploadTarget(catalog, actor, wanted) {
  if (!wanted) {
    if (!isUnlimited(actor)) throw filesForbidden();
    return null;
  }
  const table = catalog.table(wanted.table);
  const may = accessLevel(actor, table, 'create') !== 'none' || accessLevel(actor, table, 'update') !== 'none';
  if (!may) throw filesForbidden();
  const isThere = table.hasField(wanted.field) && readableField(actor, table, table.field(wanted.field));
  if (!isThere) throw fieldNotFound(table.name, wanted.field);
  const field = table.field(wanted.field);
  if (!writableField(actor, table, field)) throw filesForbidden();
  if (field.target === 'files') return field;
  throw new AppError('FIELD_INVALID', phrase`${field.label} is not a file field`, { status: 422 });
}

/** @param {Field | null} field */
export const largestFor = (field) => (field?.attributes.maxSize ? field.attributes.maxSize * 1_000_000 : LARGEST);

/** @param {Field | null} field @param {string} mime @param {string} name */
export function checkType(field, mime, name) {
  if (field?.traits.isPicture && !isRasterImage(mime))
    throw fileTypeRefused(name, mime, 'PNG, JPEG, GIF, WebP and AVIF');
  const allowed = field?.attributes.types;
  if (allowed && !matchesTypes(mime, name, allowed)) throw fileTypeRefused(name, mime, allowed);
}
