import { isRecord } from '../../../platform/json';
import { withTrigger } from '../config/toolkit-config';
import type { TrainingRun } from './training-run.entity';

/** The sample prompts of a run, with its trigger word. */
export function samplePromptsOf({ config, trigger_word }: TrainingRun): readonly string[] {
  const sample = config.config.process[0]['sample'];
  const samples = isRecord(sample) ? sample['samples'] : undefined;
  if (!Array.isArray(samples)) return [];
  return samples.map((one: unknown) => {
    const prompt = isRecord(one) ? one['prompt'] : undefined;
    return typeof prompt === 'string' ? inserted(prompt, trigger_word) : '';
  });
}

/** The prompts to render, with the trigger word: those that were sent, else the sample prompts of the run; at least one. */
export function renderPromptsOf(
  run: TrainingRun,
  sent: readonly string[] | undefined,
): readonly string[] {
  const prompts = sent ?? samplePromptsOf(run);
  const chosen = prompts.length === 0 ? ['[trigger]'] : prompts;
  return chosen.map((prompt) => inserted(withTrigger(prompt, run.trigger_word), run.trigger_word));
}

const inserted = (prompt: string, trigger: string): string =>
  prompt.replaceAll('[trigger]', () => trigger);
