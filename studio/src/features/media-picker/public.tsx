import { MediaPicker as Picker } from './MediaPicker';

/** Chooses one picture, clip or sound of the gallery, above the page. */
export const MediaPicker = Picker;
