import type { Verdict } from '../jobs/public/job-queue';

/** The fields of an answer that tell the job and what its node said of it. Pure. */
export const told = (promptId: string, { number, nodeErrors }: Verdict) => ({
  prompt_id: promptId,
  ...(number === undefined ? {} : { number }),
  ...(nodeErrors === undefined ? {} : { node_errors: nodeErrors }),
});
