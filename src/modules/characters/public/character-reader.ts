/** What other rooms may ask about characters. */
export abstract class CharacterReader {
  /** Which of these characters exist. */
  abstract existing(ids: readonly string[]): Promise<ReadonlySet<string>>;
}
