/** How much of the storage that an owner may fill is left. */
export abstract class OwnerStorage {
  /** @throws QuotaReached (507) when the owner's files fill `limits.owner_bytes`, or would with `bytes` more */
  abstract assertFree(ownerId: string | null, bytes?: number): Promise<void>;
  /**
   * Counts files that another module keeps, in place of what was counted for them before. Files without an owner are not
   * counted.
   * @param source names the files, such as `dataset:mara`
   * @param isLimited whether more bytes than before are refused beyond the limit; else they are there already
   * @throws QuotaReached (507), exact under any parallelism
   */
  abstract count(
    source: string,
    ownerId: string | null,
    bytes: number,
    isLimited: boolean,
  ): Promise<void>;
}
