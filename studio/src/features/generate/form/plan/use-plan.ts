import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { planQuery } from '../../../../api/generation';
import type { Plan } from '../../../../api/types';
import { type FormState, type GenerateRequest, toRequest } from '../../model';
import { formStore } from '../form-state';
import { plannedRequest } from './model';

/** A plan is asked for this long after the last change. */
const DELAY_MS = 250;

/**
 * What a submit would do now, asked for 250 ms after a change of anything but words. One request is in flight; it is aborted
 * when it is outdated. Undefined without an answer, such as while a required field is empty.
 */
export function usePlan(negative: string | undefined): Plan | undefined {
  const planned = usePlannedRequest(negative);
  const { data } = useQuery({
    ...planQuery(planned?.type ?? 'image', planned?.body ?? {}),
    enabled: planned !== undefined,
    // The last plan stays until the next is there, as the button would change its width.
    placeholderData: (before) => (before?.workflow === planned?.body.workflow ? before : undefined),
  });
  return data;
}

function usePlannedRequest(negative: string | undefined): GenerateRequest | undefined {
  const [planned, setPlanned] = useState<GenerateRequest>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => setPlanned((before) => changedPlan(before, formStore.get(), negative));
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(read, DELAY_MS);
    };
    wait();
    const unsubscribe = formStore.subscribe(wait);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [negative]);
  return planned;
}

/** The same object while only words have changed. */
function changedPlan(
  before: GenerateRequest | undefined,
  state: FormState,
  negative: string | undefined,
): GenerateRequest | undefined {
  if (state.workflow === '') return undefined;
  const next = plannedRequest(toRequest(state), negative);
  return JSON.stringify(next) === JSON.stringify(before) ? before : next;
}
