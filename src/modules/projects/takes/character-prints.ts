import type { CharacterTraits } from '../../characters/public/character-reader';
import { fingerprint } from './ingredients';

/** Fingerprints of the character fields that affect takes, by id; `null` for a character that doesn't exist. */
export function characterFingerprints(
  ids: readonly string[],
  traits: ReadonlyMap<string, CharacterTraits>,
): Readonly<Record<string, string | null>> {
  return Object.fromEntries(ids.map((id) => [id, printOf(traits.get(id))]));
}

function printOf(traits: CharacterTraits | undefined): string | null {
  if (!traits) return null;
  const { trigger, base_prompt, source_images, loras, defaults } = traits;
  return fingerprint({ trigger, base_prompt, source_images, loras, defaults });
}
