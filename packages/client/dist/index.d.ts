export { ConnectionError, type FieldError, JobError, KinoraError } from './errors.ts';
export type { EventOptions, StreamOptions } from './event-stream.ts';
export { SILENCE_MS } from './event-stream.ts';
export { createKinora, type JobWaitOptions, type Kinora, type SubmitOptions } from './kinora.ts';
export { randomId } from './random-id.ts';
export type { paths } from './schema.d.ts';
export type { TransportOptions as KinoraOptions } from './transport.ts';
export type { Batch, BatchBody, GenerateAnswer, GenerateBody, Job, LiveEvent, LiveEventData, LiveEventKind, Media, Schemas, UploadedMedia, } from './types.ts';
export type { BatchWaitOptions, WaitOptions } from './waiting.ts';
