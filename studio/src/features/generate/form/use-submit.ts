import { KinoraError } from '@kinora/client';
import { useCallback } from 'react';
import { queryClient } from '../../../api/query-client';
import { workflowQuery } from '../../../api/workflows';
import type { Workflow } from '../../../api/types';
import { notifyError } from '../../../ui/notify';
import { inFormWords } from '../../../ui/problem';
import { fieldOf, placeErrors } from '../model';
import { formWords } from '../words';
import { createStore, useStore } from '../../../ui/external-store';
import { errorStore, formStore } from './form-state';
import { isUploading } from './media/uploads';
import { submitForm } from './store';

const submitting = createStore(false);

export const useIsSubmitting = (): boolean => useStore(submitting, (is) => is);

/** Submits the form once, however often it is pressed meanwhile, and not while its files are uploaded. Refused fields say why; anything else is a message. */
export async function submitOnce(): Promise<void> {
  if (submitting.get() || isUploading()) return;
  submitting.set(true);
  errorStore.set({});
  try {
    await submitForm();
    void queryClient.invalidateQueries({ queryKey: ['prompts'] });
  } catch (error) {
    showRefusal(error);
  } finally {
    submitting.set(false);
  }
}

export const useSubmit = (): (() => void) => useCallback(() => void submitOnce(), []);

function showRefusal(error: unknown): void {
  if (!(error instanceof KinoraError) || error.fields.length === 0) {
    notifyError(error);
    return;
  }
  const { workflow, axis } = formStore.get();
  const params = queryClient.getQueryData<Workflow>(workflowQuery(workflow).queryKey)?.params ?? {};
  const { shown, others } = placeErrors(
    error.fields.map(({ loc, msg, type }) => {
      const field = axis && loc.includes('axes') ? 'axes' : fieldOf(loc);
      // The API tells programs how to upload a file.
      const missing = type === 'missing' ? formWords.missing.get(params[field]?.type ?? '') : null;
      return { field, msg: missing ?? inFormWords(msg) };
    }),
    new Set([...Object.keys(params), ...SHOWN]),
  );
  errorStore.set(shown);
  if (others.length > 0) notifyError(new Error(others.join(' ')));
  requestAnimationFrame(focusFirstError);
}

/** Fields that aren't params and have a place for what is refused about them. */
const SHOWN = new Set([
  'prompt',
  'workflow',
  'provider',
  'characters',
  'character',
  'count',
  'axes',
]);

function focusFirstError(): void {
  const field = document.querySelector('[data-field-error]')?.parentElement;
  field?.scrollIntoView({ block: 'nearest' });
  const control =
    field?.querySelector<HTMLElement>('textarea, input:not([type=file])') ??
    field?.querySelector<HTMLElement>('button:enabled');
  control?.focus({ preventScroll: true });
}
