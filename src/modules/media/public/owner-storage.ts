/** How much of the storage that an owner may fill is left. */
export abstract class OwnerStorage {
  /** @throws QuotaReached (507) when the owner's files fill `limits.owner_bytes`, or would with `bytes` more */
  abstract assertFree(ownerId: string | null, bytes?: number): Promise<void>;
}
