import { codedError } from '../../../platform/errors/app-error';
import { joinNames } from '../../../platform/errors/name-list';
import { nearestNames, withNearest } from '../../../platform/nearest-names';
import type { ProviderDirectory, ProviderState } from './provider-directory';

export class ProviderNotFound extends codedError({
  code: 'provider_not_found',
  status: 404,
  meaning:
    'No provider of the configuration has this id. Send "auto", an id of `nearest`, or one of GET /api/providers.',
}) {
  /** @param nearest ids similar to the requested one @param valid what may be sent instead */
  constructor(nearest: readonly string[] = [], valid: readonly string[] = []) {
    const detail = withNearest('There is no provider with this id.', nearest);
    const instead =
      nearest.length > 0 || valid.length === 0 ? '' : ` Send one of: ${joinNames(valid)}.`;
    super(`${detail}${instead}`, {
      hint: 'GET /api/providers',
      ...(nearest.length === 0 ? {} : { extras: { nearest } }),
    });
  }
}

/**
 * The node with this id. Throws `ProviderNotFound` (404), which names similar ids.
 * @param also further values that are valid in place of an id
 */
export function requireProvider(
  directory: ProviderDirectory,
  id: string,
  also: readonly string[] = [],
): ProviderState {
  const state = directory.get(id);
  if (state) return state;
  const valid = [...also, ...directory.list().map((one) => one.id)];
  throw new ProviderNotFound(nearestNames(id, valid), valid);
}
