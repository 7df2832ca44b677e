import type { CharacterTraits } from '../../characters/public/character-reader';
import type { VoiceConfig } from '../../characters/public/voice-config';
import type { ProjectRow } from '../records/project.entity';
import { NARRATOR, type ShotRow } from '../records/shot.entity';

type Lines = Pick<ShotRow, 'lines'>;

/** Who speaks in a shot, each once: character ids, and `narrator`. */
export const speakersOf = ({ lines }: Lines): readonly string[] => [
  ...new Set(lines.map(({ speaker }) => speaker)),
];

/** The characters among the speakers. */
export const speakingCharacters = (shot: Lines): readonly string[] =>
  speakersOf(shot).filter((speaker) => speaker !== NARRATOR);

/** The voices by speaker; `null` for a speaker without one. */
export function voicesOf(
  shot: Lines,
  { narrator_voice }: Pick<ProjectRow, 'narrator_voice'>,
  characters: ReadonlyMap<string, Pick<CharacterTraits, 'voice'>>,
): Readonly<Record<string, VoiceConfig | null>> {
  const voiceOf = (speaker: string): VoiceConfig | null =>
    speaker === NARRATOR ? narrator_voice : (characters.get(speaker)?.voice ?? null);
  return Object.fromEntries(speakersOf(shot).map((speaker) => [speaker, voiceOf(speaker)]));
}
