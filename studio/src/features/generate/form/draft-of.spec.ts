import { emptyForm } from '../model';
import { draftOf } from './draft-of';

describe('draftOf', () => {
  const empty = emptyForm('sdxl-t2i', 'image');

  it('restores a stored form, for the workflow and type that are asked for', () => {
    const stored = { ...empty, prompt: 'a fox', count: 4, lastSeed: 7, cast: [{ id: 'mara' }] };
    expect(draftOf({ ...stored, workflow: 'other' }, 'sdxl-t2i', 'image')).toEqual(stored);
  });

  it.each([
    ['no object', 'text'],
    ['null in place of a list', { cast: null, loras: null }],
    ['a list of something else', { loras: [null], cast: ['mara'] }],
    ['an object in place of a text', { prompt: {} }],
    ['a list in place of an object', { values: [] }],
    ['an unknown part', { colour: 'red' }],
  ])('leaves out %s', (_, stored) => {
    expect(draftOf(stored, 'sdxl-t2i', 'image')).toEqual(empty);
  });
});
