import type { LiveJob, Schemas } from '../types';

/** What each kind of event carries. */
export interface LiveEventData {
  readonly job: LiveJob;
  readonly progress: Schemas['JobProgressEventResponse'];
  readonly preview: Schemas['JobPreviewEventResponse'];
  readonly output: Schemas['JobOutputEventResponse'];
  readonly queue: readonly Schemas['QueuePositionResponse'][];
  readonly media: Schemas['MediaEventResponse'];
  readonly provider: Schemas['ProviderEventResponse'];
  readonly workflow: Schemas['WorkflowEventResponse'];
  readonly character: Schemas['CharacterEventResponse'];
  readonly collection: Schemas['CollectionEventResponse'];
  readonly preset: Schemas['PresetEventResponse'];
  readonly batch: Schemas['BatchSummaryResponse'];
  readonly session: Schemas['SessionEventResponse'];
  readonly end: Schemas['EndEventResponse'];
  readonly resync: Schemas['ResyncEventResponse'];
}

export type LiveEventKind = keyof LiveEventData;

/** One event of `GET /api/events`. */
export type LiveEvent = {
  [Kind in LiveEventKind]: {
    readonly id: string;
    readonly kind: Kind;
    readonly data: LiveEventData[Kind];
  };
}[LiveEventKind];
