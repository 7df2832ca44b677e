import type { Film, FilmShot } from './film';
import { metadataFile } from './film-metadata';
import { segmentsOf } from './film-segments';
import { timelineOf } from './film-timeline';

const shot = (seconds: number): FilmShot => ({
  id: 'sht_1',
  number: 1,
  title: '',
  seconds,
  picture: null,
  speech: null,
  captions: [],
});
const scene = (number: number, title: string, ...lengths: readonly number[]) => ({
  id: `scn_${number}`,
  number,
  title,
  shots: lengths.map(shot),
});
const film = (scenes: Film['scenes'], part: Partial<Film> = {}): Film => ({
  title: 'A = B',
  width: 64,
  height: 36,
  fps: 10,
  transition_seconds: 0,
  scenes,
  music: null,
  narration: null,
  subtitles: 'none',
  ...part,
});

describe('metadataFile', () => {
  it('has a chapter for each scene with shots, named by its title or number', () => {
    const scenes = [scene(1, 'Pier', 1, 2), scene(2, 'Empty'), scene(3, ' ', 0.5)];
    expect(metadataFile(film(scenes)).split('\n')).toEqual([
      ...[';FFMETADATA1', 'title=A \\= B'],
      ...['[CHAPTER]', 'TIMEBASE=1/10', 'START=0', 'END=30', 'title=Pier'],
      ...['[CHAPTER]', 'TIMEBASE=1/10', 'START=30', 'END=35', 'title=Scene 3', ''],
    ]);
  });

  it('keeps a title with any characters on one line', () => {
    const text = metadataFile(film([scene(1, 'a\n[CHAPTER]\r;#\\=\u2028b', 1)]));
    expect(text).toContain('\ntitle=a [CHAPTER] \\;\\#\\\\\\= b\n');
    expect(text.match(/^\[CHAPTER\]$/gm)).toHaveLength(1);
  });
});

describe('segmentsOf', () => {
  const parts = (made: Film, maxFrames = 100) =>
    segmentsOf(timelineOf(made), maxFrames).map(({ start, frames, pictures }) => [
      ...[start, frames],
      ...pictures.map(({ from }) => from),
    ]);

  it('has one for each shot with hard cuts', () => {
    expect(parts(film([scene(1, '', 1, 2)]))).toEqual([
      [0, 10, 0],
      [10, 20, 0],
    ]);
  });

  it('has one more for each cross-fade, and no frame twice', () => {
    const made = film([scene(1, '', 1, 2)], { transition_seconds: 0.4 });
    expect(parts(made)).toEqual([
      [0, 8, 0],
      [8, 4, 8, -2],
      [12, 18, 2],
    ]);
  });

  it('has none for a shot that is completely in cross-fades', () => {
    const made = film([scene(1, '', 1, 0.4, 1)], { transition_seconds: 0.4 });
    expect(parts(made)).toEqual([
      [0, 8, 0],
      [8, 4, 8, -2],
      [12, 4, 2, -2],
      [16, 8, 2],
    ]);
  });

  it('splits long shots evenly between their cross-fades', () => {
    const made = film([scene(1, '', 1, 2, 1)], { transition_seconds: 0.4 });
    expect(parts(made, 8)).toEqual([
      [0, 8, 0],
      [8, 4, 8, -2],
      [12, 8, 2],
      [20, 8, 10],
      [28, 4, 18, -2],
      [32, 8, 2],
    ]);
    expect(parts(made, 7).map(([, frames]) => frames)).toEqual([4, 4, 4, 5, 5, 6, 4, 4, 4]);
  });

  it.each([1, 7, 600])('leaves no gap in segments of at most %i frames', (maxFrames) => {
    const made = film([scene(1, '', 12.3, 0.1, 60, 5)], { transition_seconds: 0.3 });
    let end = 0;
    for (const [start, frames = 0] of parts(made, maxFrames)) {
      expect(start).toBe(end);
      end += frames;
    }
    expect(end).toBe(774);
  });
});
