import { ListenButton as Listen } from './ListenButton';
import { VoiceField as Field } from './VoiceField';

/** A voice: chosen from those of all speech providers, heard, and removed. */
export const VoiceField = Field;

/** Has a text spoken and plays it. */
export const ListenButton = Listen;
