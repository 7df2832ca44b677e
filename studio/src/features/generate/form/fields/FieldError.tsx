import { useFieldError } from '../form-state';
import { ErrorText } from './ErrorText';

/** What the API refused about a field of the form. */
export function FieldError({ name }: { readonly name: string }) {
  return <ErrorText name={name} error={useFieldError(name)} />;
}
