import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client';
import { randomId } from './ids';
import type { Schemas } from './types';

/** Which endpoint receives the request body. */
export type GenerateType = 'image' | 'video';
export type GenerateAnswer = Schemas['ImageGenerateResponse'] | Schemas['VideoGenerateResponse'];
type Body = Readonly<Record<string, unknown>>;

/**
 * Submits one job.
 * @param key idempotency key: the service runs a request with the same key only once
 */
export function generate(
  type: GenerateType,
  body: Body,
  key: string = randomId(),
): Promise<GenerateAnswer> {
  const header = { 'Idempotency-Key': key };
  return type === 'image'
    ? answerOf(
        api.POST('/api/image/generate', {
          params: { header },
          body: body as Schemas['ImageGenerateDto'],
        }),
      )
    : answerOf(
        api.POST('/api/video/generate', {
          params: { header },
          body: body as Schemas['VideoGenerateDto'],
        }),
      );
}

/** What submitting the body would do, per node, without creating a job. */
export const planQuery = (type: GenerateType, body: Body) =>
  queryOptions({
    queryKey: ['plan', type, body],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST('/api/plan', { body: { ...body, type } as Schemas['PlanImageDto'], signal }),
      ),
    retry: false,
    gcTime: 30_000,
  });
