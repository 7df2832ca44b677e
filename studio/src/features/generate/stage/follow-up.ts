import { api } from '../../../api/client';
import { queryClient } from '../../../api/query-client';
import type { Media, WorkflowItem } from '../../../api/types';
import { workflowQuery, workflowsQuery } from '../../../api/workflows';
import { type FollowUp, followUpWorkflows, preferredWorkflow } from './model';
import { actionWords } from './words';

/**
 * The workflow that was used last of those that can make it from the media asset.
 *
 * @throws Error if there is none
 */
export async function preferredFollowUp(media: Media, followUp: FollowUp): Promise<WorkflowItem> {
  const workflows = await candidates(media, followUp);
  const preferred = preferredWorkflow(workflows, await lastUses(workflows));
  if (!preferred) throw new Error(noWorkflowFor(media, followUp));
  return preferred;
}

/** The workflows that can make it from the media asset. */
export async function candidates(
  media: Media,
  followUp: FollowUp,
): Promise<readonly WorkflowItem[]> {
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
export async function inputOf(
  media: Media,
  followUp: FollowUp,
  workflow: WorkflowItem,
): Promise<string> {
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
