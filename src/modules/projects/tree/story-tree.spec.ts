import type { ProjectRow } from '../records/project.entity';
import type { SceneRow } from '../records/scene.entity';
import type { ShotRow } from '../records/shot.entity';
import { castOf, filmOrder, findCycle, MAX_NUMBER, nextNumber } from './story-tree';

const shot = (id: string, more: Partial<ShotRow> = {}) =>
  ({ id, start_from: 'none', end_image: null, characters: [], ...more }) as unknown as ShotRow;
const scene = (id: string, characters: string[] = []) =>
  ({ id, characters }) as unknown as SceneRow;
const project = { id: 'prj', characters: ['mara'] } as unknown as ProjectRow;

describe('filmOrder', () => {
  it('finds the neighbours of a shot in other scenes, too', () => {
    const scenes = [
      { scene: scene('one'), shots: [shot('a'), shot('b')] },
      { scene: scene('empty'), shots: [] },
      { scene: scene('two'), shots: [shot('c')] },
    ];
    const order = filmOrder({ project, scenes });
    expect(order.map((one) => [one.previous?.id, one.shot.id, one.next?.id, one.scene.id])).toEqual(
      [
        [undefined, 'a', 'b', 'one'],
        ['a', 'b', 'c', 'one'],
        ['b', 'c', undefined, 'two'],
      ],
    );
  });
});

describe('castOf', () => {
  it("answers the shot's characters, else the scene's, else the project's", () => {
    const own = shot('a', { characters: ['tom'] });
    expect(castOf(own, scene('one', ['ada']), project)).toEqual({ ids: ['tom'], of: 'shot' });
    expect(castOf(shot('a'), scene('one', ['ada']), project)).toEqual({
      ids: ['ada'],
      of: 'scene',
    });
    expect(castOf(shot('a'), scene('one'), project)).toEqual({ ids: ['mara'], of: 'project' });
    expect(castOf(shot('a'), scene('one'), { ...project, characters: [] }).ids).toEqual([]);
  });
});

describe('findCycle', () => {
  const linked = shot('b', { start_from: 'previous_last_frame' });

  it('finds two neighbours that each need the other first', () => {
    expect(findCycle([shot('x'), shot('a', { end_image: 'from_next' }), linked])).toEqual([
      'a',
      'b',
    ]);
  });

  it.each([
    ['an end image of its own', [shot('a', { end_image: 'end.png' }), linked]],
    ['no next shot', [linked, shot('a', { end_image: 'from_next' })]],
    ['a next shot with an image of its own', [shot('a', { end_image: 'from_next' }), shot('b')]],
    [
      'a next shot that starts at the image of this one',
      [shot('a', { end_image: 'from_next' }), shot('b', { start_from: 'previous_image' })],
    ],
  ])('is null for %s', (_, shots) => {
    expect(findCycle(shots)).toBeNull();
  });
});

describe('nextNumber', () => {
  it.each([
    ['the first number', [], 1],
    ['the number after the last one', [2, 7], 8],
    ['the first free number when the highest is taken', [1, 2, 4, MAX_NUMBER], 3],
  ])('is %s', (_, taken, next) => {
    expect(nextNumber(taken)).toBe(next);
  });
});
