/** Reads the pictures of accounts. */
export abstract class AvatarReader {
  /** Path of the account's picture, by internal id; null without one, or when the account can no longer read it. */
  abstract avatarOf(ownerId: string): Promise<string | null>;
}
