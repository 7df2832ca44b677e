import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Media, WorkflowItem } from '../../../api/types';
import { notifyError } from '../../../ui/notify';
import { candidates, inputOf, preferredFollowUp } from './follow-up';
import type { FollowUp } from './model';

/** The workflows to choose from, while the user chooses one. */
export interface FollowUpChoice {
  readonly followUp: FollowUp;
  readonly workflows: readonly WorkflowItem[];
}

/** Opens the form of a workflow with the result in view as its input. */
export function useFollowUp(media: Media | undefined) {
  const router = useRouter();
  const [choice, setChoice] = useState<FollowUpChoice>();

  const open = async (followUp: FollowUp, workflow: WorkflowItem) => {
    setChoice(undefined);
    if (!media) return;
    const input = await inputOf(media, followUp, workflow);
    // Whoever went on to another page meanwhile is left there.
    if (router.latestLocation.pathname !== '/generate') return;
    await router.navigate({ to: '/generate', search: { workflow: workflow.id, input } });
  };
  const begin = async (followUp: FollowUp, isChosen: boolean) => {
    if (!media) return;
    const preferred = await preferredFollowUp(media, followUp);
    if (isChosen) setChoice({ followUp, workflows: await candidates(media, followUp) });
    else await open(followUp, preferred);
  };
  return {
    choice,
    /** Takes the workflow that was used last, or lets the user choose one. */
    begin: (followUp: FollowUp, isChosen: boolean) => {
      begin(followUp, isChosen).catch(notifyError);
    },
    open: (followUp: FollowUp, workflow: WorkflowItem) => {
      open(followUp, workflow).catch(notifyError);
    },
    close: () => {
      setChoice(undefined);
    },
  };
}
