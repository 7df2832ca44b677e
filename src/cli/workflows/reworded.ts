import { AppError } from '../../platform/errors/app-error';

/** What a service refused, with the words of a terminal. */
class Reworded extends AppError {}

/**
 * Rethrows what was thrown; a refusal of this code with words that name commands instead of routes.
 * @param words for the ids that look like the one that was typed
 */
export function rewording(
  code: string,
  words: (nearest: readonly string[]) => string,
): (thrown: unknown) => never {
  return (thrown) => {
    if (!(thrown instanceof AppError) || thrown.spec.code !== code) throw thrown;
    const { nearest } = thrown.extras;
    throw new Reworded(thrown.spec, words(Array.isArray(nearest) ? nearest.map(String) : []), {
      cause: thrown,
    });
  };
}
