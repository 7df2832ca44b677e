import type { Plain } from '../../../platform/plain';
import type { Verdict } from '../../jobs/public/job-queue';
import type { StoredRequest } from '../../jobs/public/job-reader';
import type { CharacterUse } from '../characters/character-use';
import type { ImageGenerateResponse, VideoGenerateResponse } from '../dto/generate.response';
import type { MisfitLora } from '../plan/misfit-loras.service';
import type { GenerationKind, Plan } from '../public/generation-planner';

export type ImageAnswer = Plain<ImageGenerateResponse>;
export type VideoAnswer = Plain<VideoGenerateResponse>;

/** The answer to a generate request, by kind. */
export interface Answers {
  readonly image: ImageAnswer;
  readonly video: VideoAnswer;
}

/** What the answers say of a job: the same from its plan as from its stored row. */
export interface AnsweredJob {
  readonly promptId: string;
  readonly workflow: string;
  readonly mode: string;
  readonly checkpoint: string | null;
  readonly loraName: string | null;
  readonly seed: number | null;
  /** Null without characters. */
  readonly characters: CharacterUse | null;
  readonly misfits: readonly MisfitLora[];
}

export const answeredJobOfPlan = (
  { job, checkpoint, loraName, characters }: Plan,
  misfits: readonly MisfitLora[],
): AnsweredJob => ({
  promptId: job.promptId,
  workflow: job.workflow,
  mode: job.mode,
  checkpoint,
  loraName,
  seed: seedOf(job.provenance.settings),
  characters,
  misfits,
});

export const answeredJobOfRow = (
  promptId: string,
  stored: StoredRequest,
  misfits: readonly MisfitLora[],
): AnsweredJob => ({
  promptId,
  workflow: String(stored.request['workflow']),
  mode: stored.mode,
  checkpoint: textOrNull(stored.settings['checkpoint']),
  loraName: textOrNull(stored.settings['lora_checkpoint']),
  seed: seedOf(stored.settings),
  // Written by the plan of this job.
  characters: (stored.settings['characters'] as CharacterUse | undefined) ?? null,
  misfits,
});

type SubmitAnswers = {
  readonly [K in GenerationKind]: (job: AnsweredJob, verdict: Verdict) => Answers[K];
};

/** The answers to submitted requests. */
export const SUBMIT_ANSWERS: SubmitAnswers = {
  image: (job, verdict) => ({
    ok: verdict.ok,
    ...imageFields(job),
    ...verdictFields(job, verdict),
  }),
  video: (job, verdict) => ({ ok: verdict.ok, mode: job.mode, ...verdictFields(job, verdict) }),
};

type DryRunAnswers = {
  readonly [K in GenerationKind]: (plan: Plan, misfits: readonly MisfitLora[]) => Answers[K];
};

/** The answers to requests with `submit:false`. */
export const DRY_RUN_ANSWERS: DryRunAnswers = {
  image: (plan, misfits) => ({
    ok: true,
    ...imageFields(answeredJobOfPlan(plan, misfits)),
    ...notedFields({ characters: plan.characters, misfits }),
    graph: plan.job.graph,
  }),
  video: (plan, misfits) => ({
    ok: true,
    mode: plan.job.mode,
    ...notedFields({ characters: plan.characters, misfits }),
    workflow: plan.job.graph,
  }),
};

const imageFields = ({ workflow, checkpoint, loraName }: AnsweredJob) => ({
  workflow,
  ...(checkpoint === null ? {} : { checkpoint }),
  ...(loraName === null ? {} : { lora_name: loraName }),
});

/** What the job gets of its characters, and what has no effect. */
const notedFields = ({ characters, misfits }: Pick<AnsweredJob, 'characters' | 'misfits'>) => ({
  ...(characters === null ? {} : { references: characters.references }),
  ...(characters === null && misfits.length === 0
    ? {}
    : { not_applied: [...(characters?.not_applied ?? []), ...misfits] }),
});

const verdictFields = (job: AnsweredJob, verdict: Verdict) => ({
  prompt_id: job.promptId,
  status: verdict.status,
  provider: verdict.provider,
  seed: job.seed,
  queue_position: verdict.queuePosition,
  eta_seconds: verdict.etaSeconds,
  ...(verdict.number === undefined ? {} : { number: verdict.number }),
  ...(verdict.nodeErrors === undefined ? {} : { node_errors: verdict.nodeErrors }),
  ...notedFields(job),
});

const seedOf = ({ seed }: Readonly<Record<string, unknown>>): number | null =>
  typeof seed === 'number' ? seed : null;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
