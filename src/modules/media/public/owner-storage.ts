/** How much of the storage that an owner may fill is left. */
export abstract class OwnerStorage {
  /**
   * @param bytes a function for a number that changes meanwhile: it is called once the stored files have been counted
   * @throws QuotaReached (507) when the owner's files fill `limits.owner_bytes`, or would with `bytes` more
   */
  abstract assertFree(ownerId: string | null, bytes?: number | (() => number)): Promise<void>;
  /**
   * Counts files that another module is going to keep, in place of what was counted for them before. Files without an owner
   * are not counted.
   * @param source names the files, such as `dataset:mara`
   * @throws QuotaReached (507) when more than before would exceed the limit; exact under any parallelism
   */
  abstract reserve(source: string, ownerId: string | null, bytes: number): Promise<void>;
  /** Like {@link reserve} for files that are there already, whatever the limit. */
  abstract record(source: string, ownerId: string | null, bytes: number): Promise<void>;
}
