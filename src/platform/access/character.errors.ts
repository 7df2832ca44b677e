import { codedError } from '../errors/app-error';
import { firstNames, joinNames } from '../errors/name-list';
import { nearestNames, withNearest } from '../nearest-names';
import type { Caller } from './caller';
import { mayUseCharacter } from './scope';

/** Depends on the id alone, so it does not reveal which characters exist. */
export class CharacterNotAllowed extends codedError({
  code: 'character_not_allowed',
  status: 403,
  meaning:
    "The character is not on the key's list of allowed characters. Send another one, or none.",
}) {
  constructor(requested: string, allowed: readonly string[]) {
    const nearest = nearestNames(requested, allowed);
    super(withNearest('This key may not use this character.', nearest), {
      hint: `This key may use: ${joinNames(allowed)}. An admin can allow more.`,
      extras: { requested, nearest, allowed_characters: firstNames(allowed) },
    });
  }
}

/** Refuses the first character that the caller may not use. @throws CharacterNotAllowed */
export function assertMayUseCharacters(caller: Caller, ids: readonly string[]): void {
  const refused = ids.find((id) => !mayUseCharacter(caller, id));
  if (refused !== undefined) throw new CharacterNotAllowed(refused, caller.allowedCharacters);
}
