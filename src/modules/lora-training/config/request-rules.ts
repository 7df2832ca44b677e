import { ValidationFailed, type ValidationError } from '../../../platform/errors/validation-failed';
import { MAX_PROMPTS } from '../dto/names';
import type { StartTrainingDto } from '../dto/training.request';
import type { TrainingSettings } from './training-settings';

/** Texts that the toolkit replaces or reads as options: environment variables, flags in prompts, the run's name. */
const REPLACED_BY_TOOLKIT = /\$\{|(?:^|\s)--|\[name\]/i;

const TEXT_FIELDS = ['trigger_word', 'model', 'model_name_or_path', 'preservation_class'] as const;

const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * Checks rules that concern several fields, and texts that the toolkit would not use literally.
 * @throws ValidationFailed with all violations
 */
export function checkTrainingRequest(
  body: StartTrainingDto,
  settings: TrainingSettings,
  isAdmin: boolean,
): void {
  const errors = [
    ...textErrors(body),
    ...lengthErrors(body),
    ...repositoryErrors(body, isAdmin),
    ...encoderErrors(body, settings),
  ];
  if (errors.length > 0) throw new ValidationFailed(errors);
}

const valueError = (loc: readonly (string | number)[], msg: string): ValidationError => ({
  loc: ['body', ...loc],
  msg,
  type: 'value_error',
});

function textErrors(body: StartTrainingDto): readonly ValidationError[] {
  const texts: [readonly (string | number)[], string | undefined][] = [
    ...TEXT_FIELDS.map((name): [[string], string | undefined] => [[name], body[name]]),
    ...(body.sample_prompts ?? []).map((prompt, at): [[string, number], string] => [
      ['sample_prompts', at],
      prompt,
    ]),
  ];
  return texts
    .filter(([, text = '']) => REPLACED_BY_TOOLKIT.test(text))
    .map(([loc]) =>
      valueError(
        loc,
        'Leave out "${", words that begin with "--", and "[name]": the toolkit would replace them.',
      ),
    );
}

/** Each is kept with the run and with its job on the toolkit. */
function lengthErrors({
  sample_prompts: prompts = [],
}: StartTrainingDto): readonly ValidationError[] {
  const length = prompts.reduce((sum, prompt) => sum + prompt.length, 0);
  if (length <= MAX_PROMPTS) return [];
  const msg = `Send sample prompts of at most ${MAX_PROMPTS} characters together.`;
  return [valueError(['sample_prompts'], msg)];
}

function repositoryErrors(
  { model_name_or_path: name }: StartTrainingDto,
  isAdmin: boolean,
): readonly ValidationError[] {
  if (isAdmin || name === undefined || REPOSITORY.test(name)) return [];
  const msg = 'Send a repository such as "owner/name": only admins may name a path.';
  return [valueError(['model_name_or_path'], msg)];
}

function encoderErrors(
  body: StartTrainingDto,
  { unload_text_encoder, cache_text_embeddings }: TrainingSettings,
): readonly ValidationError[] {
  if (!unload_text_encoder || cache_text_embeddings) return [];
  const field = body.unload_text_encoder === true ? 'unload_text_encoder' : 'cache_text_embeddings';
  const msg =
    'Send cache_text_embeddings: true with unload_text_encoder: without cached embeddings all captions would be ignored.';
  return [valueError([field], msg)];
}
