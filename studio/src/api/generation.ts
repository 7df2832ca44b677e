import { type GenerateAnswer as Answers, type GenerateBody, type Schemas } from '@kinora/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client';

/** Which endpoint receives the request body. */
export type GenerateType = keyof GenerateBody;
export type GenerateAnswer = Answers[GenerateType];
type Body = Readonly<Record<string, unknown>>;

/**
 * Submits one job.
 * @param key idempotency key: the service runs a request with the same key only once
 */
export const generate = (type: GenerateType, body: Body, key: string): Promise<GenerateAnswer> =>
  api.generate(type, body as GenerateBody[GenerateType], { idempotencyKey: key });

/** What submitting the body would do, per node, without creating a job. */
export const planQuery = (type: GenerateType, body: Body) =>
  queryOptions({
    queryKey: ['plan', type, body],
    queryFn: ({ signal }) =>
      api.post('/api/plan', { body: { ...body, type } as Schemas['PlanImageDto'], signal }),
    retry: false,
    gcTime: 30_000,
  });
