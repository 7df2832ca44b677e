import type { GenerationBody, GenerationRequest } from '../../../api/generations';
import type { ProjectTree, TakeKind } from '../../../api/projects';
import type { WorkflowItem } from '../../../api/types';
import { firstWorkflow, shotsOf } from '../model';

/** What people chose to make of many shots. */
export interface ManyChoice {
  /** `again`: what is out of date or rejected, of all kinds. */
  readonly kind: TakeKind | 'again';
  readonly only: NonNullable<GenerationBody['only']>;
  /** The chosen workflows by kind. */
  readonly workflows: Readonly<Partial<Record<TakeKind, string>>>;
}

/** Whether workflows make takes of this kind. */
export const isMade = (kind: ManyChoice['kind']): kind is 'image' | 'video' =>
  kind === 'image' || kind === 'video';

/** The chosen workflow, else one for the first shot; `undefined` where none is needed. */
export function workflowOf(
  { kind, workflows }: ManyChoice,
  project: Pick<ProjectTree, 'scenes'>,
  all: readonly WorkflowItem[],
): string | undefined {
  const [shot] = shotsOf(project);
  if (!isMade(kind) || !shot) return undefined;
  return workflows[kind] ?? firstWorkflow(all, kind, shot, []);
}

export function requestOf(
  { kind, only }: ManyChoice,
  workflow: string | undefined,
  shotIds: readonly string[] | undefined,
): GenerationRequest {
  if (kind === 'again') return null;
  return {
    kind,
    only,
    ...(shotIds && { shot_ids: [...shotIds] }),
    ...(workflow !== undefined && { workflow, provider: 'auto' }),
  };
}
