import { MediaPicker as Picker } from './MediaPicker';
import { lazyPart } from '../../ui/lazy-part';

/** Chooses one picture, clip or sound of the gallery, above the page. */
export const MediaPicker = Picker;

/** Chooses several pictures of the gallery, or uploads new ones, above the page. */
export const PicturesPicker = lazyPart(
  async () => (await import('./PicturesPicker')).PicturesPicker,
);
