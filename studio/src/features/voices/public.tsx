import { lazyPart } from '../../ui/lazy-part';
import { ListenButton as Listen } from './ListenButton';

/** A voice: chosen from those of all speech providers or typed, heard, and removed. */
export const VoiceFields = lazyPart(async () => (await import('./VoiceFields')).VoiceFields);

/** Has a text spoken and plays it. */
export const ListenButton = Listen;
