import type { Caller } from '../../../platform/access/caller';
import type { NewJobRows } from './new-jobs.repository';
import type { NewJob } from '../public/job-queue';

/** The rows of a job that nobody has looked at yet. */
export function newJobRows(
  caller: Caller,
  job: NewJob,
  createdAt: string,
): Omit<NewJobRows, 'claimed'> {
  const { promptId: prompt_id, labels, provenance } = job;
  return {
    waiting: {
      prompt_id,
      owner_id: caller.ownerId,
      kind: job.kind,
      workflow: job.workflow,
      run_class: job.runClass,
      mode: job.mode,
      provider: job.provider,
      provider_auto: job.providerAuto,
      status: 'queued',
      phase: 'waiting',
      prompt: labels.prompt,
      name_prefix: job.namePrefix,
      project: labels.project,
      description: labels.description,
      characters: [...new Set(labels.characters)],
      models: [...provenance.models],
      loras: [...provenance.loras],
      settings: { ...provenance.settings },
      attempts: 0,
      losses: 0,
      uncertain: false,
      handed_over_at: null,
      absent_since: null,
      accepted_at: null,
      started_at: null,
      finished_at: null,
      not_before: null,
      provider_gone_since: null,
      number: null,
      node_errors: null,
      error: null,
      revision: 0,
      created_at: createdAt,
    },
    payload: {
      prompt_id,
      graph: job.graph,
      request: { ...job.request },
      inputs: [...job.inputs],
      result: null,
    },
  };
}
