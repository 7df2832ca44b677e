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

  it.each([
    ['image', 'fox.gif', 'image/gif'],
    ['video', 'fox.mkv', 'video/x-matroska'],
    ['audio', 'fox.m4a', 'audio/mp4'],
    ['text', 'fox.txt', 'text/plain'],
    ['file', 'fox.glb', 'application/octet-stream'],
  ])('know the media type of a %s, %s', (type, path, mime) => {
    expect(linksOf({ outputs: [{ type, path }] })).toEqual([{ path, name: path, mime }]);
  });
});
