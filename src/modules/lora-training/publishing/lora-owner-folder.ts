/** The folder of an owner, whose name is unique, below that of all published LoRAs. */
export const ownerFolder = (owner: string | null): string =>
  owner === null ? 'shared' : owner.replace(/^\.+|[^A-Za-z0-9._~-]+/g, '_');
