import { nearestNames } from '../../../platform/nearest-names';
import type { ProviderDirectory, ProviderState } from './provider-directory';
import { ProviderNotFound } from './provider-not-found';

/**
 * The node with this id. Throws `ProviderNotFound` (404), which names similar ids.
 * @param also further values that are valid in place of an id
 */
export function providerFor(
  directory: ProviderDirectory,
  id: string,
  also: readonly string[] = [],
): ProviderState {
  const state = directory.get(id);
  if (state) return state;
  const ids = directory.list().map((one) => one.id);
  throw new ProviderNotFound(nearestNames(id, [...ids, ...also]));
}
