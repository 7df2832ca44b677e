import type { Caller } from '../../../platform/access/caller';
import type { CharacterTraits } from './character-reader';

/** What other modules change of a character. */
export type CharacterChange = Partial<Pick<CharacterTraits, 'trigger' | 'loras'>>;

/** Changes to characters by other modules, with the rights of a caller. */
export abstract class CharacterEditor {
  /** @throws CharacterNotAllowed, CharacterNotFound, CharacterReadOnly */
  abstract requireChangeable(caller: Caller, id: string): Promise<void>;
  /**
   * Writes what `change` makes of the character; nothing else changes it meanwhile.
   * @throws what {@link requireChangeable} throws, and ValidationFailed for too many LoRAs or too long a character
   */
  abstract edit(
    caller: Caller,
    id: string,
    change: (before: CharacterTraits) => CharacterChange,
  ): Promise<CharacterTraits>;
}
