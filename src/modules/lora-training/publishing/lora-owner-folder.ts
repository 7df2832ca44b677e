const WITHOUT_OWNER = 'shared';
/** Of the account `shared`. No account has this name: the suffixes of repeated names begin at `~2`. */
const OF_ACCOUNT_SHARED = 'shared~1';

/** The folder of an owner, whose name is unique, below that of all published LoRAs. */
export function ownerFolder(owner: string | null): string {
  if (owner === null) return WITHOUT_OWNER;
  if (owner === WITHOUT_OWNER) return OF_ACCOUNT_SHARED;
  return owner.replace(/^\.+|[^A-Za-z0-9._~-]+/g, '_');
}
