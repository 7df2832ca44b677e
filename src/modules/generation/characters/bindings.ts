import { type ValidationError, ValidationFailed } from '../../../platform/errors/validation-failed';
import type { CharacterBinding, GenerationRequest, Loc } from '../public/generation-planner';

/** A character that a request binds. */
export interface Binding extends CharacterBinding {
  /** Path of the binding in the body. */
  readonly loc: Loc;
}

/** Keeps what one request reads and applies small. */
const MAX_BINDINGS = 16;

/**
 * The characters that a request binds, in order: `character` first, then those of `characters`.
 * @throws ValidationFailed for too many, and for one that `characters` binds twice
 */
export function bindingsOf(
  { character, characters = [] }: GenerationRequest,
  at: Loc,
): readonly Binding[] {
  const listed = characters.map((one, index) => ({ ...one, loc: [...at, 'characters', index] }));
  const ids = listed.map(({ id }) => id);
  const errors = listed
    .filter(({ id }, index) => ids.indexOf(id) < index)
    .map(({ loc }) => valueError([...loc, 'id'], 'Bind each character once.'));
  if (errors.length > 0) throw new ValidationFailed(errors);
  const first = listed.find(({ id }) => id === character);
  const alone =
    character === undefined ? [] : [first ?? { id: character, loc: [...at, 'character'] }];
  const bindings = [...alone, ...listed.filter((one) => one !== first)];
  if (bindings.length > MAX_BINDINGS)
    throw ValidationFailed.at([...at, 'characters'], `Bind at most ${MAX_BINDINGS} characters.`);
  return bindings;
}

const valueError = (loc: Loc, msg: string): ValidationError => ({ loc, msg, type: 'value_error' });
