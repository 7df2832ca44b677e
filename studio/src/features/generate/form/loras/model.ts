import type { Schemas } from '@kinora/client';
import { thumbnailUrl } from '../../../../api/media-url';
import type { Option } from '../../../../ui/option-list';
import type { LoraChoice } from '../../model';

type Lora = Schemas['ModelResponse'];

/** `styles/ink-wash-sd15.safetensors` → `styles/ink-wash-sd15`. */
export const displayName = (file: string): string =>
  file.replace(/\.(?:safetensors|ckpt|pt|pth|bin)$/iu, '');

/** What a new LoRA begins with. */
export const startStrength = (lora: Lora | undefined): number => lora?.recommended_strength ?? 1;

/** All LoRAs of the nodes that aren't chosen yet, those used last first, with what is known about some. */
export function loraOptions(
  files: readonly (string | number)[],
  described: readonly Lora[],
  chosen: readonly LoraChoice[],
): readonly Option[] {
  const taken = new Set(chosen.map(({ name }) => name));
  const known = new Map(described.map((lora) => [lora.name, lora]));
  const names = new Set([...described.map(({ name }) => name), ...files.map(String)]);
  const used = (name: string) => known.get(name)?.last_used_at ?? '';
  return [...names]
    .filter((name) => !taken.has(name))
    .sort((a, b) => used(b).localeCompare(used(a)) || a.localeCompare(b))
    .map((name) => option(name, known.get(name)));
}

function option(name: string, lora: Lora | undefined): Option {
  const hint = [lora?.base_model, lora?.triggers.slice(0, 3).join(', ')]
    .filter(Boolean)
    .join(' · ');
  return {
    value: name,
    label: lora?.title ?? displayName(name),
    ...(hint !== '' && { hint }),
    ...(lora && { words: lora.triggers.join(' ') }),
    ...(lora?.preview && { picture: thumbnailUrl(lora.preview) }),
  };
}
