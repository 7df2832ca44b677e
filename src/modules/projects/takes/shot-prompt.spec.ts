import { shotPrompt } from './shot-prompt';

const SHOT = { image_prompt: '', motion_prompt: '', camera: '' };
const SCENE = { location: '', setting: 'interior', time_of_day: '', weather: 'clear' };

describe('the prompt of a shot', () => {
  const shot = { ...SHOT, image_prompt: 'a keeper at the lamp ', camera: 'close-up' };
  const scene = {
    ...SCENE,
    location: 'lighthouse',
    setting: 'exterior',
    time_of_day: 'dusk',
    weather: 'stormy',
  };

  it('of a picture has the image prompt, the camera and the place', () => {
    expect(shotPrompt('image', shot, scene)).toBe(
      'a keeper at the lamp, close-up, lighthouse, exterior, dusk, stormy weather',
    );
  });

  it('of a clip has the motion prompt and the camera', () => {
    const moving = { ...shot, motion_prompt: 'she turns around' };
    expect(shotPrompt('video', moving, scene)).toBe('she turns around, close-up');
  });

  it('of a clip without a motion prompt is the one of its picture', () => {
    expect(shotPrompt('video', shot, SCENE)).toBe('a keeper at the lamp, close-up, interior');
  });

  it('is empty for a shot without prompts', () => {
    expect(shotPrompt('image', { ...SHOT, camera: 'wide' }, scene)).toBe('');
  });
});
