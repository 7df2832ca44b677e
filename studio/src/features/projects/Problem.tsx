import { FormError } from '../../ui/FormError';
import { inWords } from './problems';

/** Why a request was refused, in words; nothing where it was not. */
export function Problem({ error }: { readonly error: Error | null | undefined }) {
  return error == null ? null : <FormError error={inWords(error)} />;
}
