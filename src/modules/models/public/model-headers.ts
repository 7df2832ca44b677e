/** What model files say about themselves, as far as the nodes that have them tell. */
export abstract class ModelHeaders {
  /** The base model that each LoRA names, for those that name one. Takes at most some seconds. */
  abstract baseModels(
    provider: string,
    loras: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
}
