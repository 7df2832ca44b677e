import {
  OptionalAnyObject,
  OptionalFlag,
  OptionalInt,
  OptionalNestedArray,
  OptionalNum,
  OptionalOneOf,
  OptionalStr,
  OptionalStrArray,
  ReadOnlyField,
  Str,
} from '../../../platform/validation/body-fields';
import { PatchDto } from '../../../platform/validation/field';
import { MAX_SPEECH_CHARS } from '../../speech/public/speech-synthesizer';
import {
  CLIP_AUDIO,
  type ClipAudio,
  SHOT_TIMINGS,
  type ShotTiming,
  START_FROM,
  type StartFrom,
} from '../records/shot.entity';
import { MAX_NUMBER } from '../tree/story-tree';
import { SceneParams } from './scene.request';
import { CAST, METADATA, OWN_PATH, SCENE_ID, SHOT_ID } from './story-fields';

const NUMBER = {
  min: 1,
  max: MAX_NUMBER,
  description: 'Position in the scene; no two shots of a scene have the same.',
  example: 1,
};
const TITLE = { max: 200, description: 'Title.' };
const DESCRIPTION = { max: 20_000, description: 'What is seen; never part of a prompt.' };
const SPEAKER = {
  min: 1,
  max: 64,
  description: 'Id of the character who says it, or `narrator`.',
  example: 'mara',
};
const LINES = { max: 100, description: 'What is said, in order. Null for nothing.' };
const SPEAKABLE = 'a text that can be spoken';
const SAID = {
  min: 1,
  max: MAX_SPEECH_CHARS,
  pattern: /\S/,
  form: SPEAKABLE,
  description: 'What is said.',
  example: 'Who lit it?',
};
const DIALOGUE = {
  max: MAX_SPEECH_CHARS,
  pattern: /^$|\S/,
  form: SPEAKABLE,
  description:
    'Shorthand for one line: its text. Null clears all lines. Not together with `lines`.',
};
const LINE_SPEAKER = {
  ...SPEAKER,
  default: 'narrator',
  description: 'Shorthand for one line: who says it. Null clears all lines. Not with `lines`.',
};
const SUBTITLE = { max: 5000, description: 'Caption to show instead of the lines.' };
const PROMPT = { limit: 'prompt_chars' as const };
const IMAGE_PROMPT = {
  ...PROMPT,
  description: 'What image takes show; the scene and the camera are added.',
  example: 'a lantern on a wet pier',
};
const MOTION_PROMPT = {
  ...PROMPT,
  description: 'What moves in video takes; the image prompt when empty.',
  example: 'the flame flickers, slow push in',
};
const CAMERA = { max: 1000, description: 'Framing and lens.', example: 'close-up, 50 mm' };
const CHARACTERS = {
  ...CAST,
  description: "Ids of the characters in the shot; the scene's when empty.",
};
const DURATION = { min: 0.1, max: 600, default: 5, description: 'Length in seconds.' };
const TIMING = {
  default: 'fixed',
  description:
    '`fixed`: as long as `duration_seconds`. `fit_dialogue`: as long as its speech. Speech is never cut.',
};
const START = {
  default: 'none',
  description:
    'Where videos start: `none` at the image of the shot, `previous_last_frame` at the end of the previous shot, `previous_image` at its image.',
};
const END_IMAGE = {
  min: 1,
  max: 300,
  description: 'Where videos end: media path of a picture, or `from_next` for the next image.',
};
const LOCKED = {
  default: false,
  description: 'Nothing changes a locked shot: only this field can be sent to it.',
};
const CLIP_SOUND = {
  default: 'duck',
  description:
    "The video's own sound in a render: `keep`, `duck` (quiet while somebody speaks) or `mute`.",
};
const IMAGE = { min: 1, max: 300, description: 'Media path of the selected picture.' };
const VIDEO = { min: 1, max: 300, description: 'Media path of the selected video.' };
const SPEECH = { min: 1, max: 300, description: 'Media path of the selected speech.' };

export class ShotLineDto {
  @Str(SPEAKER) speaker: string;
  @Str(SAID) text: string;
  @OptionalNum({ min: 0, max: 60, default: 0, description: 'Silence after it, in seconds.' })
  pause_seconds?: number;
}

/** `POST /api/projects/{project_id}/scenes/{scene_id}/shots`. */
export class ShotDto {
  @OptionalInt({ ...NUMBER, description: `${NUMBER.description} Omitted: after the last one.` })
  shot_number?: number;
  @OptionalStr(TITLE) title?: string;
  @OptionalStr(DESCRIPTION) description?: string;
  @OptionalNestedArray(() => ShotLineDto, LINES) lines?: ShotLineDto[];
  @OptionalStr(DIALOGUE) dialogue?: string;
  @OptionalStr(LINE_SPEAKER) speaker?: string;
  @OptionalStr(SUBTITLE) subtitle?: string;
  @OptionalStr(IMAGE_PROMPT) image_prompt?: string;
  @OptionalStr(MOTION_PROMPT) motion_prompt?: string;
  @OptionalStr(CAMERA) camera?: string;
  @OptionalStrArray(CHARACTERS) characters?: string[];
  @OptionalNum(DURATION) duration_seconds?: number;
  @OptionalOneOf(SHOT_TIMINGS, TIMING) timing?: ShotTiming;
  @OptionalOneOf(START_FROM, START) start_from?: StartFrom;
  @OptionalStr(END_IMAGE) end_image?: string;
  @OptionalFlag(LOCKED) locked?: boolean;
  @OptionalOneOf(CLIP_AUDIO, CLIP_SOUND) clip_audio?: ClipAudio;
  @OptionalStr(IMAGE) image?: string;
  @OptionalStr(VIDEO) video?: string;
  @OptionalStr(SPEECH) speech?: string;
  @OptionalAnyObject(METADATA) metadata?: Record<string, unknown>;
  @OptionalStr({ description: OWN_PATH.description }) project_id?: string;
  @OptionalStr({ description: OWN_PATH.description }) scene_id?: string;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() status?: unknown;
  @ReadOnlyField() missing?: unknown;
  @ReadOnlyField() image_take?: unknown;
  @ReadOnlyField() video_take?: unknown;
  @ReadOnlyField() speech_take?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
}

/** `PATCH …/shots/{shot_id}`: only the sent fields change, each as a whole; null resets one. */
export class ShotPatchDto extends PatchDto {
  @OptionalStr(OWN_PATH) id?: string;
  @OptionalStr(OWN_PATH) project_id?: string;
  @OptionalStr(OWN_PATH) scene_id?: string;
  @OptionalInt({ ...NUMBER, nullable: false }) shot_number?: number;
  @OptionalStr(TITLE) title?: string | null;
  @OptionalStr(DESCRIPTION) description?: string | null;
  @OptionalNestedArray(() => ShotLineDto, LINES) lines?: ShotLineDto[] | null;
  @OptionalStr(DIALOGUE) dialogue?: string | null;
  @OptionalStr(LINE_SPEAKER) speaker?: string | null;
  @OptionalStr(SUBTITLE) subtitle?: string | null;
  @OptionalStr(IMAGE_PROMPT) image_prompt?: string | null;
  @OptionalStr(MOTION_PROMPT) motion_prompt?: string | null;
  @OptionalStr(CAMERA) camera?: string | null;
  @OptionalStrArray(CHARACTERS) characters?: string[] | null;
  @OptionalNum(DURATION) duration_seconds?: number | null;
  @OptionalOneOf(SHOT_TIMINGS, TIMING) timing?: ShotTiming | null;
  @OptionalOneOf(START_FROM, START) start_from?: StartFrom | null;
  @OptionalStr(END_IMAGE) end_image?: string | null;
  @OptionalFlag(LOCKED) locked?: boolean | null;
  @OptionalOneOf(CLIP_AUDIO, CLIP_SOUND) clip_audio?: ClipAudio | null;
  @OptionalStr(IMAGE) image?: string | null;
  @OptionalStr(VIDEO) video?: string | null;
  @OptionalStr(SPEECH) speech?: string | null;
  @OptionalAnyObject(METADATA) metadata?: Record<string, unknown> | null;
  @ReadOnlyField() status?: unknown;
  @ReadOnlyField() missing?: unknown;
  @ReadOnlyField() image_take?: unknown;
  @ReadOnlyField() video_take?: unknown;
  @ReadOnlyField() speech_take?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
}

export class ShotParams extends SceneParams {
  @Str(SHOT_ID) shot_id: string;
}

/** `POST …/shots/{shot_id}/move`. */
export class ShotMoveDto {
  @Str({ ...SCENE_ID, description: 'The scene to move it to, of the same project.' })
  scene_id: string;

  @OptionalInt({
    min: 1,
    max: 1000,
    description: 'Its place among the shots of that scene, from 1. Omitted: after the last one.',
    example: 2,
  })
  position?: number;
}
