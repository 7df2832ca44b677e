import type { Schemas } from '@kinora/client';

export type Session = Schemas['SessionResponse'];
export type Job = Schemas['JobResponse'];
export type JobSummary = Schemas['JobSummaryResponse'];
/** A job as events carry it. */
export type LiveJob = Schemas['JobEventResponse'];
export type JobOutput = Schemas['JobOutputResponse'];
export type Media = Schemas['MediaResponse'];
export type MediaTile = Schemas['MediaTileResponse'];
export type Workflow = Schemas['WorkflowRecordResponse'];
export type WorkflowItem = Schemas['WorkflowItemResponse'];
export type WorkflowParam = Schemas['WorkflowParamResponse'];
export type Provider = Schemas['ProviderResponse'];
export type Character = Schemas['CharacterResponse'];
export type Plan = Schemas['PlanResponse'];

/** The items of a list that was requested with `view=tile`. OpenAPI can't express that their type depends on this parameter. */
export const asTiles = (
  items: Readonly<Schemas['MediaPageResponse']['items']>,
): readonly MediaTile[] => items as readonly MediaTile[];
