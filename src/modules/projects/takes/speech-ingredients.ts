import type { VoiceConfig } from '../../characters/public/voice-config';
import type { ShotRow } from '../records/shot.entity';
import { fingerprint, type Ingredients } from './ingredients';

/** What the speech of a shot is made from. @param voices by speaker; `null` for a speaker without one */
export const speechIngredients = (
  { lines }: Pick<ShotRow, 'lines'>,
  voices: Readonly<Record<string, VoiceConfig | null>>,
): Ingredients => ({
  lines: fingerprint(lines),
  voices: Object.fromEntries(
    Object.entries(voices).map(([speaker, voice]) => [speaker, voice && printOf(voice)]),
  ),
});

/** Ignores the name of the voice, which doesn't change the sound. */
const printOf = ({ provider, voice_id, settings }: VoiceConfig): string =>
  fingerprint({ provider, voice_id, settings });
