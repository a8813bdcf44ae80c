import { atEdge as testEdge } from '@plinth/plugin/testing';
import { LIMITS } from '../catalog/limits/limits.js';

/**
 * A test of the edge of a limit in the list.
 *
 * @param {keyof typeof LIMITS} limit
 * @param {Omit<Parameters<typeof testEdge>[1], 'most'> & { most?: number }} how `most`: where the limit is lowered to
 */
export const atEdge = (limit, { most = LIMITS[limit], ...how }) => testEdge(limit, { most, ...how });
