import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../../../api/query-client';
import type { Media, WorkflowItem } from '../../../api/types';
import { workflowQuery, workflowsQuery } from '../../../api/workflows';
import { api } from '../../../api/client';
import { notifyError } from '../../../ui/notify';
import { type FollowUp, followUpWorkflows, preferredWorkflow } from './model';
import { actionWords } from './words';

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
    await router.navigate({ to: '/generate', search: { workflow: workflow.id, input } });
  };
  const begin = async (followUp: FollowUp, isChosen: boolean) => {
    if (!media) return;
    const workflows = await candidates(media, followUp);
    const preferred = preferredWorkflow(workflows, await lastUses(workflows));
    if (!preferred) throw new Error(noWorkflowFor(media, followUp));
    if (isChosen) setChoice({ followUp, workflows });
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

async function candidates(media: Media, followUp: FollowUp): Promise<readonly WorkflowItem[]> {
  const all = await queryClient.query({ ...workflowsQuery, staleTime: 'static' });
  const isVideo = media.type === 'video';
  const direct = followUpWorkflows(all, followUp, isVideo ? 'video' : 'image');
  // A clip of a clip goes on from its last frame.
  return isVideo && followUp === 'clip' && direct.length === 0
    ? followUpWorkflows(all, followUp, 'image')
    : direct;
}

const noWorkflowFor = ({ type }: Media, followUp: FollowUp): string =>
  actionWords.noWorkflow[followUp](actionWords.kinds[type === 'video' ? 'video' : 'image']);

/** The media itself, or the last frame of a clip for a workflow that takes a picture. */
async function inputOf(media: Media, followUp: FollowUp, workflow: WorkflowItem): Promise<string> {
  const takesIt = followUpWorkflows([workflow], followUp, 'video').length > 0;
  if (media.type !== 'video' || takesIt) return media.path;
  const frame = await api.post('/api/media/{path}/last-frame', {
    params: { path: { path: media.path } },
  });
  return frame.path;
}

async function lastUses(workflows: readonly WorkflowItem[]) {
  const records = await Promise.all(
    workflows.map(({ id }) => queryClient.query(workflowQuery(id))),
  );
  return new Map(records.map(({ id, last_used_at }) => [id, last_used_at]));
}
