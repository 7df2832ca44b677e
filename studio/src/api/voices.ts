import type { Schemas } from '@kinora/client';
import { useQuery } from '@tanstack/react-query';
import { api, postOnce } from './client';

export type Voice = Schemas['VoiceResponse'];
export type VoiceConfig = Schemas['VoiceConfigResponse'];

/** The largest page of the list. */
const MAX_VOICES = 200;

/** The voices of all speech providers, and the providers that don't answer. */
export const useVoices = () =>
  useQuery({
    queryKey: ['voices'],
    queryFn: ({ signal }) =>
      api.get('/api/voices', { params: { query: { limit: MAX_VOICES } }, signal }),
    retry: false,
    select: (page) => ({
      ...page,
      isComplete: page.unavailable.length === 0 && page.next_cursor === null,
    }),
  });

/** Who speaks a text: a character, the narrator of a project, or a voice. */
export type Speaker =
  | { readonly character: string }
  | { readonly project: string }
  | Pick<VoiceConfig, 'provider' | 'voice_id' | 'settings'>;

/** Speaks a text. The same text with the same voice is spoken, and paid for, once. */
export const speak = (text: string, speaker: Speaker) =>
  postOnce('/api/voices/speak', { body: { text, ...speaker } });
