import { IMAGE_EXAMPLES } from './image-generate.examples';
import { VIDEO_EXAMPLES } from './video-generate.examples';

/** Plan bodies worth sending: those of the generate calls, with their type. */
export const PLAN_EXAMPLES: Record<string, { summary: string; value: object }> = {
  picture: {
    summary: 'Where a picture could be made, and how soon',
    value: { type: 'image', ...IMAGE_EXAMPLES['text_to_image']?.value },
  },
  clip: {
    summary: 'Where a clip could be made, and how soon',
    value: { type: 'video', ...VIDEO_EXAMPLES['text_to_video']?.value },
  },
};
