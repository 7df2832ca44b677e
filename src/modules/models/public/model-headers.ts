import type { Caller } from '../../../platform/access/caller';

/** What LoRAs say about themselves, as far as the nodes that have them tell. */
export abstract class ModelHeaders {
  /** Reads the headers that are not known yet. Takes at most some seconds. */
  abstract loadLoras(caller: Caller, provider: string, loras: readonly string[]): Promise<void>;

  /** The base model that each LoRA names, for those whose header is known and names one. */
  abstract baseModels(provider: string, loras: readonly string[]): ReadonlyMap<string, string>;
}
