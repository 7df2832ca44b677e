import { AppError } from '../../platform/errors/app-error';

/** What a service refused, with the words of a terminal. */
class Reworded extends AppError {}

/** Rethrows what was thrown; a refusal of this code with words that name commands instead of routes. */
export function rewording(code: string, words: string): (thrown: unknown) => never {
  return (thrown) => {
    if (!(thrown instanceof AppError) || thrown.spec.code !== code) throw thrown;
    throw new Reworded(thrown.spec, words, { cause: thrown });
  };
}
