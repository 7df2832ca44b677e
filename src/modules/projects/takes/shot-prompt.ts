import type { SceneRow } from '../records/scene.entity';
import type { ShotRow } from '../records/shot.entity';

type PromptOfShot = Pick<ShotRow, 'image_prompt' | 'motion_prompt' | 'camera'>;
type PromptOfScene = Pick<SceneRow, 'location' | 'setting' | 'time_of_day' | 'weather'>;

/**
 * The prompt that a shot gives a take. For a picture: the image prompt, the camera and the place. For a clip: the motion
 * prompt and the camera, since the first frame shows the rest; without a motion prompt, the prompt of the picture. Empty
 * for a shot without prompts.
 */
export function shotPrompt(
  kind: 'image' | 'video',
  shot: PromptOfShot,
  scene: PromptOfScene,
): string {
  const { image_prompt: shown, motion_prompt: motion, camera } = shot;
  if (kind === 'video' && motion !== '') return joined([motion, camera]);
  return shown === '' ? '' : joined([shown, camera, ...placeOf(scene)]);
}

/** Leaves out clear weather, the default, in interiors. */
function placeOf({ location, setting, time_of_day, weather }: PromptOfScene): string[] {
  const isUsual = weather === 'clear' && setting === 'interior';
  return [location, setting, time_of_day, weather === '' || isUsual ? '' : `${weather} weather`];
}

const joined = (parts: readonly string[]): string =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
