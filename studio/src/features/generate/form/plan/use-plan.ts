import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { planQuery } from '../../../../api/generation';
import type { Plan, Workflow } from '../../../../api/types';
import { type FormState, type GenerateRequest, paramOfRole, toRequest } from '../../model';
import { formStore } from '../form-state';
import { isFilled, plannedRequest } from './model';

/** A plan is asked for this long after the last change. */
const DELAY_MS = 250;

/**
 * What a submit would do now, asked for 250 ms after a change of anything but words. One request is in flight; it is aborted
 * when it is outdated. Undefined without an answer, such as while a required field is empty.
 */
export function usePlan(workflow: Workflow): Plan | undefined {
  const planned = usePlannedRequest(workflow);
  const { data } = useQuery({
    ...planQuery(planned?.type ?? 'image', planned?.body ?? {}),
    enabled: planned !== undefined,
    // The last plan stays until the next is there, as the button would change its width.
    placeholderData: (before) => (before?.workflow === planned?.body.workflow ? before : undefined),
  });
  return data;
}

function usePlannedRequest(workflow: Workflow): GenerateRequest | undefined {
  const [planned, setPlanned] = useState<GenerateRequest>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => setPlanned((before) => changedPlan(before, formStore.get(), workflow));
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
  }, [workflow]);
  return planned;
}

/** The same object while only words have changed; none while a required field is empty. */
function changedPlan(
  before: GenerateRequest | undefined,
  state: FormState,
  workflow: Workflow,
): GenerateRequest | undefined {
  if (state.workflow !== workflow.id || !isFilled(state, workflow.params)) return undefined;
  const next = plannedRequest(toRequest(state), paramOfRole(workflow, 'negative'));
  return JSON.stringify(next) === JSON.stringify(before) ? before : next;
}
