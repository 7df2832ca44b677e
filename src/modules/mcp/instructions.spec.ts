import { instructionsFor } from './instructions';

it('instructions tell of training where its tools are listed, in 2 kB', () => {
  const withTraining = instructionsFor(new Set(['make_image', 'start_training']));
  expect(withTraining).toContain('start_training →');
  expect(withTraining.length).toBeLessThanOrEqual(2048);
  expect(instructionsFor(new Set(['make_image']))).not.toContain('start_training');
});
