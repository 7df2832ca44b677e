/** Queries about characters for other modules. */
export abstract class CharacterReader {
  /** Which of these characters exist. */
  abstract existing(ids: readonly string[]): Promise<ReadonlySet<string>>;
}
