import { emptyForm, type FormState, objectOf } from '../model';

/** The form that a stored draft describes. Parts of another shape, as an older version may have stored, are left out. */
export function draftOf(stored: unknown, workflow: string, type: FormState['type']): FormState {
  const empty = emptyForm(workflow, type);
  const kept = Object.entries(objectOf(stored)).filter(
    ([name, value]) => name in empty && hasShapeOf(empty[name as keyof FormState], value),
  );
  return { ...empty, ...Object.fromEntries(kept), workflow, type };
}

function hasShapeOf(example: unknown, value: unknown): boolean {
  if (example === null) return value === null || ['number', 'object'].includes(typeof value);
  if (Array.isArray(example)) return Array.isArray(value) && value.every(isObject);
  return value !== null && typeof value === typeof example && !Array.isArray(value);
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
