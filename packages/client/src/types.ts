import type { components, operations } from './schema.d.ts';

/** The schemas of the API's OpenAPI document, by name. */
export type Schemas = components['schemas'];

export type Job = Schemas['JobResponse'];
export type Batch = Schemas['BatchResponse'];
export type Media = Schemas['MediaResponse'];
export type UploadedMedia = Schemas['UploadedMediaResponse'];

/** The request of each kind of job. */
export interface GenerateBody {
  readonly image: Schemas['ImageGenerateDto'];
  readonly video: Schemas['VideoGenerateDto'];
}

/** The answer to a request of each kind. */
export interface GenerateAnswer {
  readonly image: Schemas['ImageGenerateResponse'];
  readonly video: Schemas['VideoGenerateResponse'];
}

export type BatchBody = Omit<Schemas['BatchDto'], 'dry_run'>;

/** What each kind of event carries. */
export interface LiveEventData {
  readonly job: Schemas['JobEventResponse'];
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
  readonly project: Schemas['ProjectEventResponse'];
  readonly take: Schemas['TakeEventResponse'];
  readonly render: Schemas['RenderResponse'];
  readonly run: Schemas['RunSummaryResponse'];
  readonly session: Schemas['SessionEventResponse'];
  readonly end: Schemas['EndEventResponse'];
  /** Events were missed: reload what you show. */
  readonly resync: Schemas['ResyncEventResponse'];
}

type StreamQuery = NonNullable<operations['streamEvents']['parameters']['query']>;
export type LiveEventKind = NonNullable<StreamQuery['events']>[number];

/** One event of `GET /api/events`. */
export type LiveEvent = {
  [Kind in LiveEventKind]: {
    readonly id: string;
    readonly kind: Kind;
    readonly data: LiveEventData[Kind];
  };
}[LiveEventKind];
