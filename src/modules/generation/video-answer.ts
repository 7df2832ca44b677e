import type { Plain } from '../../platform/plain';
import type { StoredRequest, Verdict } from '../jobs/public/job-queue';
import type { VideoGenerateResponse } from './dto/video-generate.response';
import type { Plan } from './public/generation-planner';
import { told } from './told-verdict';

/** What goes out: the fields of the documented class. */
export type VideoAnswer = Plain<VideoGenerateResponse>;

/** The answer to a submitted video job. Pure. */
export function submittedVideo({ job }: Plan, verdict: Verdict): VideoAnswer {
  return { ok: verdict.ok, mode: job.mode, ...told(job.promptId, verdict) };
}

/** The same answer, from what the job remembers. Pure. */
export function recoveredVideo(
  promptId: string,
  { mode }: StoredRequest,
  verdict: Verdict,
): VideoAnswer {
  return { ok: verdict.ok, mode, ...told(promptId, verdict) };
}

/** The answer to `submit:false`. Pure. */
export function drawnUpVideo({ job }: Plan): VideoAnswer {
  return { ok: true, mode: job.mode, workflow: job.graph };
}
