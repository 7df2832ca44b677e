import {
  OptionalAnyObject,
  OptionalInt,
  OptionalIntArray,
  OptionalNum,
  OptionalNumArray,
  OptionalStr,
  OptionalStrArray,
  Str,
} from '../../../platform/validation/body-fields';
import { PageQuery } from '../../../platform/http/paging';
import { QueryFlag, QueryStr } from '../../../platform/validation/query-fields';
import { JOB_NAME } from './names';

/** `POST /api/lora-training/jobs/{job_name}/checkpoints/{name}/publish`. */
export class PublishDto {
  @OptionalStr({
    min: 1,
    max: 100,
    pattern: /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    form: 'a file name: letters, digits, ".", "_" and "-", without a folder',
    description: "The file's name. Omitted: the name of the run with the step.",
    example: 'mara-soft',
  })
  name?: string;

  @OptionalStr({
    min: 1,
    max: 200,
    description: 'Publish only what has an effect with this workflow.',
    example: 'z-image-turbo-t2i',
  })
  workflow?: string;
}

/** What to send as the node of a verification. */
export const ONE_NODE = 'Send the id of one node, as GET /api/providers lists them.';

const WORKFLOW = { min: 1, max: 200, example: 'z-image-turbo-t2i' };
const PARAMS = {
  description:
    'Further fields of a generate body, such as `steps` and `width`; none that the request sets itself.',
  acceptsUnknownFields: true,
  example: { steps: 9 },
};
const CHECKPOINT = { min: 1, max: 200, description: 'Omitted: that of the latest step.' };
const STRENGTH = { min: -100, max: 100 };
const SEED = { min: 0, max: Number.MAX_SAFE_INTEGER };
const PROMPT = { min: 1, max: 5000 };

/** `POST /api/lora-training/jobs/{job_name}/grid`. */
export class GridDto {
  @Str({ ...WORKFLOW, description: 'The workflow to render with.' })
  workflow: string;

  @OptionalStr({ min: 1, max: 200, default: 'auto', description: 'A node, or `auto`.' })
  provider?: string;

  @OptionalStrArray({
    min: 1,
    max: 20,
    item: { min: 1, max: 200 },
    description: 'Names of checkpoints. Omitted: the four of the latest steps.',
  })
  checkpoints?: string[];

  @OptionalNumArray({
    min: 1,
    max: 10,
    item: STRENGTH,
    default: [0.6, 0.8, 1],
    description: 'LoRA strengths.',
  })
  strengths?: number[];

  @OptionalStrArray({
    min: 1,
    max: 20,
    item: PROMPT,
    description:
      '`[trigger]` stands for the trigger word, which is put in front where it is missing. Omitted: the sample prompts of the run.',
    example: ['[trigger], portrait, soft daylight'],
  })
  prompts?: string[];

  @OptionalIntArray({ min: 1, max: 8, item: SEED, default: [42] })
  seeds?: number[];

  @OptionalAnyObject(PARAMS)
  params?: Record<string, unknown>;
}

/** `POST /api/lora-training/jobs/{job_name}/verify`. */
export class VerifyDto {
  @Str({ ...WORKFLOW, description: 'The workflow to render with.' })
  workflow: string;

  @Str({
    min: 1,
    max: 200,
    description: 'The id of the node to look at, not `auto`.',
    missing: ONE_NODE,
    example: 'gpu-1',
  })
  provider: string;

  @OptionalStr(CHECKPOINT)
  checkpoint?: string;

  @OptionalNum({ ...STRENGTH, default: 1, description: 'LoRA strength.' })
  strength?: number;

  @OptionalStr({ ...PROMPT, description: 'Omitted: the first sample prompt of the run.' })
  prompt?: string;

  @OptionalInt({ ...SEED, default: 42 })
  seed?: number;

  @OptionalAnyObject(PARAMS)
  params?: Record<string, unknown>;
}

/** The ids in the path of a verification. */
export class VerificationParams {
  @Str(JOB_NAME) job_name: string;
  @Str({ min: 1, max: 200, description: 'As the POST answered it.', example: 'bat_5kZ2rT9uQw1x' })
  id: string;
}

/** `POST /api/lora-training/jobs/{job_name}/bind`. */
export class BindDto {
  @Str({
    min: 1,
    max: 64,
    description: 'Id of a character that you may change. `POST /api/characters` makes one.',
    example: 'mara',
  })
  character: string;

  @Str({ ...WORKFLOW, description: 'The workflow that the character is to use it with.' })
  workflow: string;

  @OptionalStr(CHECKPOINT)
  checkpoint?: string;

  @OptionalNum({ ...STRENGTH, default: 1, description: 'LoRA strength.' })
  strength?: number;

  @OptionalStr({
    min: 1,
    max: 500,
    description:
      "The character's trigger from now on. Omitted: the current trigger, with the trigger word of the run added if it lacks it.",
    example: 'mara_tok',
  })
  trigger?: string;
}

/** `GET /api/lora-training/loras`. */
export class PublishedLorasQuery extends PageQuery {
  @QueryStr({ ...JOB_NAME, description: 'Only those of this run.' })
  job_name?: string;

  @QueryStr({
    max: 200,
    description: "Admins: an agent's LoRAs, or `*` for all. Omitted: your own.",
    example: 'film-crew',
  })
  owner?: string;
}

export class PublishedLoraParams {
  @Str({
    min: 1,
    max: 400,
    description: 'Its name, as `GET /api/lora-training/loras` lists it, with `%2F` for the slash.',
    example: 'film-crew/mara_v1_250.safetensors',
  })
  name: string;
}

/** `DELETE /api/lora-training/loras/{name}`. */
export class UnpublishQuery {
  @QueryFlag({ description: 'Remove it although characters have it or its run has not ended.' })
  force?: boolean;
}
