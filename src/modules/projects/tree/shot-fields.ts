import type { ShotStatus } from '../dto/story.response';
import type { ShotRow } from '../records/shot.entity';
import type { ShotActivity } from '../records/shots.repository';

/** The columns that requests write. */
export type ShotFields = Omit<
  ShotRow,
  'id' | 'project_id' | 'scene_id' | 'created_at' | 'updated_at'
>;

/** The values of fields that a request leaves out or resets. */
export const DEFAULT_SHOT: Omit<ShotFields, 'shot_number'> = {
  title: '',
  description: '',
  lines: [],
  subtitle: '',
  image_prompt: '',
  motion_prompt: '',
  camera: '',
  characters: [],
  duration_seconds: 5,
  timing: 'fixed',
  start_from: 'none',
  end_image: null,
  locked: false,
  clip_audio: 'duck',
  image: null,
  video: null,
  speech: null,
  image_take: null,
  video_take: null,
  speech_take: null,
  metadata: {},
};

/** The status of a shot. It is derived instead of stored, so that it is always up to date. */
export function shotStatus(shot: ShotRow, { generating, failed }: ShotActivity): ShotStatus {
  if (generating.has(shot.id)) return 'generating';
  if (shot.video !== null) return 'video_ready';
  if (shot.image !== null) return 'image_ready';
  return failed.has(shot.id) ? 'failed' : 'draft';
}
