import { ValidationFailed, type ValidationError } from '../../../platform/errors/validation-failed';
import { validateObject } from '../../../platform/validation/field-errors';
import { checkTrainingRequest } from '../config/request-rules';
import { resolveSettings } from '../config/resolved-settings';
import type { SomeSettings } from '../config/training-settings';
import { StartTrainingDto } from '../dto/training.request';

/** Values that the toolkit takes and requests may not send, but templates may set: those of special models. */
const FURTHER_VALUES: Readonly<Record<string, RegExp>> = {
  transformer_quantization: /^u?int\d(?:\|\S+)?$/,
  te_quantization: /^u?int\d(?:\|\S+)?$/,
  timestep_type: /^(?:linear|shift)$/,
  sample_steps: /^[1-9]$/,
  optimizer: /^(?:adam|adam8bit|lion|adafactor|prodigy|automagic)$/,
};

/** Fields that a template doesn't set. */
const REQUEST = { job_name: 'a', trigger_word: 'a', dataset: 'a' };

/** What is wrong with the settings of a template, by the rules of requests; `null` for usable ones. */
export function errorOfSettings(sets: SomeSettings): string | null {
  const [error] = errorsOf(sets);
  if (!error) return null;
  const [, ...path] = error.loc;
  const field = path.join('.');
  return `${field.startsWith('model') ? field : `sets.${field}`}: ${error.msg}`;
}

function errorsOf(sets: SomeSettings): readonly ValidationError[] {
  const named = Object.entries(sets).filter(
    ([name, value]) => FURTHER_VALUES[name]?.test(String(value)) !== true,
  );
  const sent = { ...REQUEST, ...Object.fromEntries(named) };
  const { errors } = validateObject(sent, StartTrainingDto, ['body'], { prompt_chars: Infinity });
  if (errors.length > 0) return errors;
  try {
    checkTrainingRequest(
      Object.assign(new StartTrainingDto(), REQUEST, sets),
      resolveSettings(sets, {}),
      true,
    );
    return [];
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors;
    throw error;
  }
}
