import type { Plain } from '../../platform/plain';
import type { StoredRequest, Verdict } from '../jobs/public/job-queue';
import type { ImageGenerateResponse } from './dto/image-generate.response';
import type { Plan } from './public/generation-planner';
import { told } from './told-verdict';

/** What goes out: the fields of the documented class. */
export type ImageAnswer = Plain<ImageGenerateResponse>;

interface Planned {
  readonly workflow: string;
  readonly checkpoint: string | null;
  readonly loraName: string | null;
}

/** The answer to a submitted image job. Pure. */
export function submittedImage(plan: Plan, verdict: Verdict): ImageAnswer {
  const { workflow, promptId } = plan.job;
  return answer({ ...plan, workflow }, promptId, verdict);
}

/** The same answer, from what the job remembers. Pure. */
export function recoveredImage(
  promptId: string,
  { request, settings }: StoredRequest,
  verdict: Verdict,
): ImageAnswer {
  return answer(
    {
      workflow: String(request['workflow']),
      checkpoint: textOf(settings['checkpoint']),
      loraName: textOf(settings['lora_checkpoint']),
    },
    promptId,
    verdict,
  );
}

/** The answer to `submit:false`. Pure. */
export function drawnUpImage(plan: Plan): ImageAnswer {
  return { ok: true, ...named({ ...plan, workflow: plan.job.workflow }), graph: plan.job.graph };
}

function answer(planned: Planned, promptId: string, verdict: Verdict): ImageAnswer {
  return { ok: verdict.ok, ...named(planned), ...told(promptId, verdict) };
}

const named = ({ workflow, checkpoint, loraName }: Planned) => ({
  workflow,
  ...(checkpoint === null ? {} : { checkpoint }),
  ...(loraName === null ? {} : { lora_name: loraName }),
});

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
