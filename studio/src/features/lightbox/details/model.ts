import type { Job, Media } from '../../../api/types';

/** The name of a model file without its folders and ending: what people call it. */
export const modelName = (file: string): string =>
  (file.split(/[/\\]/).at(-1) ?? file).replace(/\.(?:safetensors|ckpt|pt|pth|bin|gguf|sft)$/i, '');

type Settings = NonNullable<Job['settings']>;

const written = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** `25 · dpmpp_2m / karras`; undefined where the job has no steps. */
export function stepsText(settings: Settings | null | undefined): string | undefined {
  if (!settings) return undefined;
  const stages = [settings.steps, settings.steps_high, settings.steps_low];
  const steps = stages.flatMap((value) => (typeof value === 'number' ? [value] : []));
  const sampler = [written(settings.sampler), written(settings.scheduler)]
    .filter(Boolean)
    .join(' / ');
  const parts = [steps.join(' + '), sampler].filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join(' · ');
}

interface UsedLora {
  readonly name?: unknown;
  readonly strength?: unknown;
}

const lorasIn = (value: unknown): readonly UsedLora[] =>
  Array.isArray(value) ? (value as readonly UsedLora[]) : [];

/** `film-grain 0.6`: a LoRA with its strengths in the job, where the job knows them: a workflow's own LoRAs have none. */
export function loraText(file: string, settings: Settings | null | undefined): string {
  const { lora_checkpoint: name, lora_strength: strength, loras, characters } = settings ?? {};
  const ofCharacters = (characters as { readonly loras?: unknown } | undefined)?.loras;
  const strengths = [{ name, strength }, ...lorasIn(loras), ...lorasIn(ofCharacters)]
    .filter((lora) => lora.name === file)
    .flatMap((lora) => written(lora.strength) ?? []);
  return [modelName(file), strengths.join(' + ')].filter((part) => part !== '').join(' ');
}

/** Tags with those of a text added, which commas separate. */
export function withTags(tags: readonly string[], text: string): readonly string[] {
  const added = text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  return [...new Set([...tags, ...added])];
}

/** Whether a clip can begin with it: a picture, or the last frame of a clip. */
export const startsClips = ({ type }: Pick<Media, 'type'>): boolean =>
  type === 'image' || type === 'video';
