import type { Caller } from '../../../platform/access/caller';

/** Which media belong to a training dataset, for the filter `dataset` of lists. */
export abstract class DatasetMedia {
  /** Paths that don't exist, are in the trash, or that the caller can't change are left out. */
  abstract setMembership(
    caller: Caller,
    dataset: string,
    paths: readonly string[],
    isMember: boolean,
  ): Promise<void>;
}
