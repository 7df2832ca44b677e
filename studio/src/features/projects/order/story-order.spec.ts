import type { ProjectTree } from '../../../api/projects';
import { findShot, neighbouringPlace, placeBefore, withSceneAt, withShotAt } from './story-order';

/** `a b | c`: two scenes, `s1` with the shots a and b, `s2` with c. */
const film = (text: string) =>
  ({
    scenes: text.split('|').map((shots, at) => ({
      id: `s${at + 1}`,
      scene_number: (at + 1) * 10,
      shots: shots
        .split(' ')
        .filter(Boolean)
        .map((id, index) => ({ id, scene_id: `s${at + 1}`, shot_number: (index + 1) * 10 })),
    })),
  }) as unknown as ProjectTree;
const written = ({ scenes }: Pick<ProjectTree, 'scenes'>) =>
  scenes.map(({ shots }) => shots.map(({ id }) => id).join(' ')).join('|');

describe('moving a shot', () => {
  it.each<[string, string, string, number, string]>([
    ['forwards in its scene', 'a b c|d', 's1', 2, 'b c a|d'],
    ['to where it is', 'a b c|d', 's1', 0, 'a b c|d'],
    ['to the front of another scene', 'a b|c', 's2', 0, 'b|a c'],
    ['to the end of another scene', 'a b|c', 's2', 1, 'b|c a'],
    ['out of a scene that is empty then', 'a|b', 's2', 0, '|a b'],
  ])('%s', (_, before, sceneId, index, expected) => {
    expect(written(withShotAt(film(before), 'a', { sceneId, index }))).toBe(expected);
  });

  it('numbers the scene that it comes to, and leaves the one that it left', () => {
    const { scenes } = withShotAt(film('a b c|d'), 'a', { sceneId: 's2', index: 1 });
    const numbers = scenes.map(({ shots }) => shots.map(({ shot_number }) => shot_number));
    expect(numbers).toEqual([
      [20, 30],
      [1, 2],
    ]);
    expect(scenes[1]?.shots[1]?.scene_id).toBe('s2');
  });

  it('changes nothing for one that is gone', () => {
    const before = film('a|b');
    expect(withShotAt(before, 'x', { sceneId: 's1', index: 0 })).toBe(before);
    expect(findShot(before, 'x')).toBeUndefined();
  });
});

describe('the next place of a shot', () => {
  it.each<[string, string, -1 | 1, unknown]>([
    ['a b|c', 'a', 1, { sceneId: 's1', index: 1 }],
    ['a b|c', 'b', -1, { sceneId: 's1', index: 0 }],
    ['a b|c', 'b', 1, { sceneId: 's2', index: 0 }],
    ['a b|c', 'c', -1, { sceneId: 's1', index: 2 }],
    ['a||c', 'a', 1, { sceneId: 's2', index: 0 }],
    ['a b|c', 'a', -1, undefined],
    ['a b|c', 'c', 1, undefined],
  ])('in %s for %s by %i', (text, id, direction, expected) => {
    expect(neighbouringPlace(film(text), id, direction)).toEqual(expected);
  });
});

describe('the place in front of a shot', () => {
  it.each<[string, string | null, number]>([
    ['s1', 'c', 1],
    ['s1', 'a', 2],
    ['s1', null, 2],
    ['s2', 'd', 0],
    ['s2', null, 1],
  ])('of %s, before %s', (sceneId, before, index) => {
    expect(placeBefore(film('a b c|d'), 'a', { sceneId, before })).toEqual({ sceneId, index });
  });
});

it('moves a scene and numbers all', () => {
  const { scenes } = withSceneAt(film('a|b|c'), 's3', 0);
  expect(scenes.map(({ id, scene_number }) => [id, scene_number])).toEqual([
    ['s3', 1],
    ['s1', 2],
    ['s2', 3],
  ]);
  const before = film('a');
  expect(withSceneAt(before, 'x', 0)).toBe(before);
});
