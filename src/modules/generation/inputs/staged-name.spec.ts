import type { MediaFile } from '../../media/public/media-reader';
import { graphName, stagedInput } from './staged-name';

const KEY = 'k'.repeat(43);
const file = (sha256: string): MediaFile => ({
  path: 'any_name.png',
  type: 'image',
  mime: 'image/png',
  size_bytes: 5,
  sha256,
  extension: '.png',
  width: 1,
  height: 1,
  duration: null,
  fps: null,
  has_audio: null,
  owner_id: 'o1',
});

describe('stagedInput', () => {
  it('consists of the content hash below a secret folder', () => {
    const staged = stagedInput(KEY, file('ab'.repeat(32)));
    expect(staged).toMatchObject({ size: 5, owner_id: 'o1', filename: `${'ab'.repeat(32)}.png` });
    expect(staged.subfolder).toMatch(/^kinora\/[0-9a-f]{32}$/);
    expect(graphName(staged)).toBe(`${staged.subfolder}/${staged.filename}`);
  });

  it('is the same for the same content, whatever its path', () => {
    const one = file('ab'.repeat(32));
    expect(stagedInput(KEY, { ...one, path: 'other.png' })).toEqual(stagedInput(KEY, one));
  });

  it('reveals nothing about the key or other files', () => {
    const one = stagedInput(KEY, file('ab'.repeat(32)));
    const other = stagedInput(KEY, file('cd'.repeat(32)));
    const elsewhere = stagedInput('x'.repeat(43), file('ab'.repeat(32)));
    expect(new Set([one.subfolder, other.subfolder, elsewhere.subfolder]).size).toBe(3);
  });
});
