/** Pictures of accounts, for who shows accounts. */
export abstract class AvatarReader {
  /** Path of the account's picture, by internal id; null without one, or once the account can't read it any more. */
  abstract avatarOf(ownerId: string): Promise<string | null>;
}
