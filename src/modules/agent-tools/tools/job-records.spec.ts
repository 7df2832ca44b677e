import { linksOf, shortPart } from './job-records';

const OUTPUTS = [
  { type: 'image', path: 'alba/fox.png' },
  { type: 'text', text: 'a fox' },
];

describe('short replies about work', () => {
  it('list the paths of outputs, without those that are texts', () => {
    expect(shortPart({ id: 'bat_1', status: 'completed', outputs: OUTPUTS })).toEqual({
      id: 'bat_1',
      status: 'completed',
      outputs: ['alba/fox.png'],
    });
  });

  it('link files with their media type', () => {
    expect(linksOf({ status: 'completed', outputs: OUTPUTS })).toEqual([
      { path: 'alba/fox.png', name: 'alba/fox.png', mime: 'image/png' },
    ]);
  });
});
