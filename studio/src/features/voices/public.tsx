import { ListenButton as Listen } from './ListenButton';
import { VoiceFields as Fields } from './VoiceFields';

/** A voice: chosen from those of all speech providers or typed, heard, and removed. */
export const VoiceFields = Fields;

/** Has a text spoken and plays it. */
export const ListenButton = Listen;
