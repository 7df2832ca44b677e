import { distinctNames } from '../../../api/character-names';
import { useAllCharacters } from '../../../api/characters';
import type { ProjectTree } from '../../../api/projects';
import type { Speaker, VoiceConfig } from '../../../api/voices';
import { speechWords as words } from '../speech-words';
import { NARRATOR } from './lines';

export interface Speakers {
  readonly nameOf: (id: string) => string;
  readonly voiceOf: (id: string) => VoiceConfig | null;
  readonly hasVoice: (id: string) => boolean;
  /** The choices for a line; they contain its present speaker, also when that is gone. */
  readonly optionsWith: (id: string) => { readonly value: string; readonly label: string }[];
  /** Whom the API is asked to speak as. */
  readonly asSpeaker: (id: string) => Speaker;
}

/** Who can speak in a project: the narrator, then the cast, then all other characters. */
export function useSpeakers(project: ProjectTree): Speakers {
  const { data: characters = [] } = useAllCharacters();
  const names = new Map(distinctNames(characters).map(({ id, name }) => [id, name]));
  const cast = new Set([
    ...project.characters,
    ...project.scenes.flatMap((scene) => scene.characters),
  ]);
  const nameOf = (id: string) =>
    id === NARRATOR ? words.narrator : (names.get(id) ?? words.gone(id));
  const voiceOf = (id: string) =>
    id === NARRATOR
      ? project.narrator_voice
      : (characters.find((one) => one.id === id)?.voice ?? null);
  const all = characters.map(({ id }) => id);
  const ids = [NARRATOR, ...all.filter((id) => cast.has(id)), ...all.filter((id) => !cast.has(id))];
  return {
    nameOf,
    voiceOf,
    hasVoice: (id) => voiceOf(id) !== null,
    optionsWith: (id) =>
      (ids.includes(id) ? ids : [...ids, id]).map((value) => ({ value, label: nameOf(value) })),
    asSpeaker: (id) => (id === NARRATOR ? { project: project.id } : { character: id }),
  };
}
