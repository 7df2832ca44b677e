import type { Schemas } from '@kinora/client';
import {
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, postOnce } from './client';
import { cursorPages } from './pages';

export type Run = Schemas['RunResponse'];
export type RunSummary = Schemas['RunSummaryResponse'];
export type StartRun = Schemas['StartTrainingDto'];
export type RunPlan = Schemas['TrainingPlanResponse'];
export type Finding = Schemas['FindingResponse'];
export type Template = Schemas['TemplateResponse'];
export type Checkpoint = Schemas['CheckpointResponse'];
export type Sample = Schemas['SampleResponse'];

const PAGE = 60;
/** Characters of a log that are kept, from its end. */
const LOG_LENGTH = 200_000;

const pathOf = (job_name: string) => ({ path: { job_name } });

/** The caller's runs, newest first. */
export const useRuns = () =>
  useInfiniteQuery({
    queryKey: ['runs'],
    ...cursorPages(PAGE, (query, signal) =>
      api.get('/api/lora-training/jobs', { params: { query }, signal }),
    ),
  });

/** A run with its loss curve; nothing is asked for an empty name. */
export const useRun = (name: string) =>
  useQuery({
    queryKey: ['run', name],
    queryFn: () => api.get('/api/lora-training/jobs/{job_name}', { params: pathOf(name) }),
    enabled: name !== '',
  });

/** The sample pictures of a run, by step and prompt. */
export const useSamples = (name: string, { enabled = true } = {}) =>
  useQuery({
    queryKey: ['run', name, 'samples'],
    queryFn: () => api.get('/api/lora-training/jobs/{job_name}/samples', { params: pathOf(name) }),
    select: ({ items }) => items,
    enabled,
  });

/** The checkpoints of a run, latest step first. */
export const useCheckpoints = (name: string) =>
  useQuery({
    queryKey: ['run', name, 'checkpoints'],
    queryFn: () =>
      api.get('/api/lora-training/checkpoints', { params: { query: { job_name: name } } }),
    select: ({ checkpoints }) => checkpoints,
  });

interface Log {
  readonly text: string;
  /** Bytes that were read. */
  readonly offset: number;
}

/** The end of a run's log. Each fetch reads only what has been written since the one before. */
export function useRunLog(name: string) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['run', name, 'log'],
    queryFn: () => readLog(name, queries.getQueryData<Log>(['run', name, 'log'])),
    select: ({ text }) => text,
  });
}

async function readLog(name: string, before: Log | undefined): Promise<Log> {
  const { log, offset, reset } = await api.get('/api/lora-training/jobs/{job_name}/log', {
    params: { ...pathOf(name), query: before === undefined ? {} : { offset: before.offset } },
  });
  const text = before === undefined || reset ? log : before.text + log;
  return { text: text.slice(-LOG_LENGTH), offset };
}

/** Base models with settings that suit them. */
export const useTemplates = () =>
  useQuery({
    queryKey: ['training-templates'],
    queryFn: () => api.get('/api/lora-training/templates'),
    // Files of the training root change without an event.
    refetchOnMount: 'always',
  });

/** What a run would be, what prevents it and what may spoil it. Nothing is asked without a request. */
export const useRunPlan = (request: StartRun | undefined) =>
  useQuery({
    queryKey: ['run-plan', request],
    queryFn: ({ signal }) => {
      if (request === undefined) throw new Error('disabled without a request');
      return api.post('/api/lora-training/plan', { body: request, signal });
    },
    enabled: request !== undefined,
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });

/** What the training toolkit refused, or why it can't be asked. */
export class RunRefused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Starts a run. @throws RunRefused if nothing was started */
export async function startRun(body: StartRun): Promise<void> {
  const { ok, error, code } = await postOnce('/api/lora-training/start', { body });
  if (!ok) throw new RunRefused(code ?? '', error ?? '');
}

export const stopRun = (name: string) =>
  api.post('/api/lora-training/jobs/{job_name}/stop', { params: pathOf(name) });

/** Trains on from the last checkpoint. @param steps the new total */
export const continueRun = (name: string, steps: number) =>
  api.post('/api/lora-training/jobs/{job_name}/continue', {
    params: pathOf(name),
    body: { steps },
  });

export const saveNow = (name: string) =>
  api.post('/api/lora-training/jobs/{job_name}/save', { params: pathOf(name) });

export const sampleNow = (name: string) =>
  api.post('/api/lora-training/jobs/{job_name}/sample', { params: pathOf(name) });

/** @param isStopping whether it may be one that is being stopped, whose toolkit is gone */
export const deleteRun = (name: string, isStopping: boolean) =>
  api.delete('/api/lora-training/jobs/{job_name}', {
    params: { ...pathOf(name), ...(isStopping ? { query: { force: true } } : {}) },
  });

/** Fetches everything about the run and what depends on it again, after a change of it. */
export async function refreshRun(queries: QueryClient, name: string): Promise<void> {
  for (const key of ['runs', 'datasets', 'dataset'])
    void queries.invalidateQueries({ queryKey: [key] });
  await queries.invalidateQueries({ queryKey: ['run', name] });
}

const fileOf = (name: string, kind: 'samples' | 'checkpoints', file: string): string =>
  `/api/lora-training/jobs/${encodeURIComponent(name)}/${kind}/${encodeURIComponent(file)}/file`;

export const sampleUrl = (run: string, { name }: Pick<Sample, 'name'>): string =>
  fileOf(run, 'samples', name);

/** Address of one of a checkpoint's files. */
export const checkpointUrl = (run: string, file: string): string =>
  fileOf(run, 'checkpoints', file);
