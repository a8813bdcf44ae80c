/** @import { Routes } from '../../types.d.ts' */
import express from 'express';

/**
 * A router with Plinth's settings: case-sensitive and strict about trailing slashes, so that a rule matches exactly the
 * path it is written for.
 *
 * @returns {Routes}
 */
export function createRouter() {
  return express.Router({ caseSensitive: true, strict: true });
}
