import { KinoraError } from '@kinora/client';
import { inFormWords, problemOf } from '../../ui/problem';

/** Messages by field; `form` for what concerns no field. */
export type FieldErrors = Readonly<Partial<Record<string, string>>>;

/** Where the form shows what the API refused. */
export function fieldErrors(error: Error | undefined): FieldErrors {
  if (error === undefined) return {};
  if (!(error instanceof KinoraError) || error.fields.length === 0) {
    const { title, advice = '' } = problemOf(error);
    return { form: `${title} ${advice}`.trim() };
  }
  return Object.fromEntries(
    error.fields.map(({ loc, msg }) => [String(loc[1] ?? 'form'), inFormWords(msg)]),
  );
}
