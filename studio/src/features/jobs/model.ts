import type { BatchRun } from '../../api/batches';
import type { JobFilter } from '../../api/jobs';
import { isRunning } from '../../api/events/live-job-states';
import { thumbnailUrl } from '../../api/media-url';
import type { Job, JobSummary } from '../../api/types';
import { dayName } from '../../ui/format';

export type JobStatus = JobSummary['status'];

/** What the address of the page says: filters, and the open row. */
export interface JobsSearch extends JobFilter {
  readonly status?: JobStatus;
  /** The job whose details are open. */
  readonly job?: string;
}

export const JOB_STATUSES: readonly JobStatus[] = [
  'running',
  'queued',
  'completed',
  'failed',
  'cancelled',
];
const UNFINISHED: readonly JobStatus[] = ['running', 'queued'];

const WORDS = ['workflow', 'provider', 'character', 'batch', 'q', 'job'] as const;

/** Reads the address; what it can't use is left out. */
export function readJobsSearch(raw: Record<string, unknown>): JobsSearch {
  const search: Record<string, string> = {};
  for (const name of WORDS) {
    const value = raw[name];
    if (typeof value === 'string' && value !== '') search[name] = value;
    // The router reads `?q=42` as a number.
    else if (typeof value === 'number') search[name] = String(value);
  }
  const status = JOB_STATUSES.find((known) => known === raw.status);
  return { ...search, ...(status && { status }) };
}

/** The filter without the state and the open row. */
export function filterOf({ workflow, provider, character, batch, q }: JobsSearch): JobFilter {
  return {
    ...(workflow && { workflow }),
    ...(provider && { provider }),
    ...(character && { character }),
    ...(batch && { batch }),
    ...(q && { q }),
  };
}

/** Whether anything but the open row is in the address. */
export const isFiltered = (search: JobsSearch): boolean =>
  search.status !== undefined || Object.keys(filterOf(search)).length > 0;

/** The states that each of the two lists asks for. */
export function statusesOf(status: JobStatus | undefined): {
  readonly unfinished: readonly JobStatus[];
  readonly ended: readonly JobStatus[];
} {
  const asked = status === undefined ? JOB_STATUSES : [status];
  return {
    unfinished: asked.filter((one) => UNFINISHED.includes(one)),
    ended: asked.filter((one) => !UNFINISHED.includes(one)),
  };
}

export type ListEntry =
  | { readonly kind: 'label'; readonly key: string; readonly text: string; readonly count?: number }
  /** How many more jobs a section has than rows. */
  | { readonly kind: 'more'; readonly key: string; readonly count: number }
  | { readonly kind: 'job'; readonly key: string; readonly job: JobSummary };

/** Unfinished jobs, oldest first. */
export interface UnfinishedJobs {
  readonly jobs: readonly JobSummary[];
  /** How many more there are of each kind. */
  readonly more: { readonly running: number; readonly queued: number };
}

interface UnfinishedList {
  readonly items: readonly JobSummary[];
  readonly total?: number;
}

/** What both lists of unfinished jobs have. While one of them is fetched again, a job may be in both. */
export function unfinishedJobs(
  running: UnfinishedList | undefined,
  queued: UnfinishedList | undefined,
): UnfinishedJobs {
  const all = [...(running?.items ?? []), ...(queued?.items ?? [])];
  const jobs = [...new Map(all.map((job) => [job.prompt_id, job])).values()];
  return { jobs, more: { running: notListed(running), queued: notListed(queued) } };
}

const notListed = (list: UnfinishedList | undefined): number =>
  Math.max(0, (list?.total ?? 0) - (list?.items.length ?? 0));

interface SectionWords {
  readonly running: string;
  readonly away: string;
  readonly queued: string;
}

/** The rows in order: what runs, what would if its node were there, what waits for its turn, then what ended, by days. */
export function listEntries(
  { jobs: unfinished, more }: UnfinishedJobs,
  ended: readonly JobSummary[],
  words: SectionWords,
  now = new Date(),
): ListEntry[] {
  const entries: ListEntry[] = [];
  for (const section of ['running', 'away', 'queued'] as const) {
    const jobs = unfinished.filter((job) => sectionOf(job) === section);
    const rest = section === 'away' ? 0 : more[section];
    const count = jobs.length + rest;
    if (count > 0) entries.push({ kind: 'label', key: section, text: words[section], count });
    entries.push(...jobs.map(entryOf));
    if (rest > 0) entries.push({ kind: 'more', key: `more ${section}`, count: rest });
  }
  // What has just ended stands in the first list until both are fetched again.
  const justEnded = unfinished.filter(({ status }) => !UNFINISHED.includes(status));
  const shown = new Set(
    unfinished
      .filter(({ status }) => UNFINISHED.includes(status))
      .map(({ prompt_id }) => prompt_id),
  );
  let day = '';
  for (const job of [...justEnded, ...ended].sort(byNewest)) {
    if (shown.has(job.prompt_id)) continue;
    shown.add(job.prompt_id);
    const label = dayName(job.created_at, now);
    if (label !== day) entries.push({ kind: 'label', key: `day ${label}`, text: label });
    day = label;
    entries.push(entryOf(job));
  }
  return entries;
}

const sectionOf = (job: JobSummary) =>
  job.status === 'running' && !isRunning(job) ? 'away' : job.status;

const byNewest = (a: JobSummary, b: JobSummary): number => b.created_at.localeCompare(a.created_at);

const entryOf = (job: JobSummary): ListEntry => ({ kind: 'job', key: job.prompt_id, job });

/** Seconds that the job ran, or has run by now; `null` before it started. */
export function runSeconds(
  { started_at, finished_at }: Pick<JobSummary, 'started_at' | 'finished_at'>,
  now: number,
): number | null {
  if (started_at === null) return null;
  const end = finished_at === null ? now : Date.parse(finished_at);
  return Math.max(0, (end - Date.parse(started_at)) / 1000);
}

/** The first output with a picture that still exists. */
export const pictureOf = ({ outputs }: Pick<JobSummary, 'outputs'>) =>
  outputs.find(
    (output) => output.thumbnail_url && !output.missing && output.folder_type === 'output',
  ) ?? outputs.find((output) => output.thumbnail_url && !output.missing);

type Phase = Job['timeline'][number]['phase'];

/** Address of its smallest thumbnail. */
export function smallPictureOf(job: Pick<JobSummary, 'outputs'>): string | undefined {
  const picture = pictureOf(job);
  if (picture === undefined) return undefined;
  return picture.path === undefined
    ? (picture.thumbnail_url ?? undefined)
    : thumbnailUrl(picture.path);
}

export interface TimelineStep {
  readonly phase: Phase;
  readonly at: string;
  readonly provider: string;
  readonly attempt: number;
  /** Seconds until the next step; `null` for the last. */
  readonly seconds: number | null;
}

/** The timeline with how long each step took. */
export function timelineSteps(timeline: readonly Omit<TimelineStep, 'seconds'>[]): TimelineStep[] {
  return timeline.map((entry, index) => {
    const next = timeline[index + 1];
    const seconds =
      next === undefined ? null : Math.max(0, (Date.parse(next.at) - Date.parse(entry.at)) / 1000);
    return { ...entry, seconds };
  });
}

/** A value of a setting as text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return JSON.stringify(value);
}

/** The values by which the runs of a batch differ, in words, by job. Prompts have a place of their own. */
export const runValues = (
  runs: readonly Pick<BatchRun, 'prompt_id' | 'values'>[],
  labelOf: (param: string) => string,
): ReadonlyMap<string, string> =>
  new Map(
    runs.flatMap(({ prompt_id, values }) => {
      const texts = Object.entries(values)
        .filter(([param]) => param !== 'prompt')
        .map(([param, value]) => `${labelOf(param)} ${valueText(value)}`);
      return prompt_id === null ? [] : [[prompt_id, texts.join(' · ')] as const];
    }),
  );

/** The settings that stand in the list: the prompt and the cast have places of their own. */
export const settingEntries = (settings: Job['settings']): [string, unknown][] =>
  Object.entries(settings ?? {}).filter(([name]) => name !== 'prompt' && name !== 'characters');

interface CastWords {
  readonly castUsed: (name: string, slot: string) => string;
  readonly castLora: (name: string, lora: string) => string;
}

/** What was made of the characters: pictures and LoRAs that were used, and why others were not. @param names by id */
export function castLines(
  characters: unknown,
  names: ReadonlyMap<string, string>,
  words: CastWords,
): string[] {
  if (!isRecord(characters)) return [];
  const listOf = (name: string) => {
    const list = characters[name];
    return Array.isArray(list) ? list.filter(isRecord) : [];
  };
  const nameOf = ({ character }: Record<string, unknown>) => {
    const id = valueText(character);
    return names.get(id) ?? id;
  };
  const lines = [
    ...listOf('references').map((one) =>
      one.used === true
        ? words.castUsed(nameOf(one), valueText(one.slot ?? one.name))
        : `${nameOf(one)}: ${valueText(one.why_not)}`,
    ),
    ...listOf('loras').map((one) => words.castLora(nameOf(one), valueText(one.name))),
    ...listOf('not_applied').map((one) => `${nameOf(one)}: ${valueText(one.why_not)}`),
  ];
  return [...new Set(lines)];
}

/** The messages of a node's `node_errors`, by graph node. */
export function nodeErrorLines(
  errors: Readonly<Record<string, unknown>>,
): { readonly id: string; readonly title: string; readonly lines: readonly string[] }[] {
  return Object.entries(errors).map(([id, error]) => {
    const record = isRecord(error) ? error : {};
    const list = Array.isArray(record.errors) ? (record.errors as unknown[]) : [];
    const lines = list.map((one) =>
      isRecord(one)
        ? [one.message, one.details].filter((part) => typeof part === 'string' && part).join(': ')
        : valueText(one),
    );
    return {
      id,
      title: typeof record.class_type === 'string' ? record.class_type : '',
      lines: lines.length > 0 ? lines : [valueText(error)],
    };
  });
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
