import type { Film, FilmShot } from './film';
import { captionsOf, timelineOf } from './film-timeline';

const shot = (seconds: number, shotPart: Partial<FilmShot> = {}): FilmShot => ({
  id: `sht_${seconds}`,
  number: 1,
  title: '',
  seconds,
  picture: null,
  speech: null,
  captions: [],
  ...shotPart,
});

const film = (shots: readonly FilmShot[], part: Partial<Film> = {}): Film => ({
  title: '',
  width: 720,
  height: 1280,
  fps: 24,
  scenes: [{ id: 'scn_1', number: 1, title: '', shots }],
  transition_seconds: 0,
  music: null,
  narration: null,
  subtitles: 'none',
  ...part,
});

describe('timelineOf', () => {
  it('places shots one after another on whole frames', () => {
    const { shots, frames } = timelineOf(film([shot(1), shot(2.5)]));
    expect(shots.map(({ start, frames: length }) => [start, length])).toEqual([
      [0, 24],
      [24, 60],
    ]);
    expect(frames).toBe(84);
  });

  it('keeps each cut within half a frame of its exact time over a thousand odd lengths', () => {
    const lengths = Array.from({ length: 1000 }, (_, index) => 0.1 + (index % 7) / 9);
    const { shots } = timelineOf(film(lengths.map((seconds) => shot(seconds))));
    let exact = 0;
    for (const [index, { start }] of shots.entries()) {
      expect(Math.abs(start - exact * 24)).toBeLessThanOrEqual(0.5 + 1e-6);
      exact += lengths[index] ?? 0;
    }
  });

  it('gives the shortest shot one frame', () => {
    const { shots } = timelineOf(film([shot(0.1), shot(0.1)], { fps: 1 }));
    expect(shots.map(({ frames }) => frames)).toEqual([1, 1]);
  });

  it('continues over the scenes', () => {
    const scenes = [1, 2].map((number) => ({
      id: `scn_${number}`,
      number,
      title: '',
      shots: [shot(number)],
    }));
    const { shots } = timelineOf(film([], { scenes }));
    expect(shots.map(({ scene, start }) => [scene.id, start])).toEqual([
      ['scn_1', 0],
      ['scn_2', 24],
    ]);
  });

  it('centres cross-fades on the cuts, without changing starts', () => {
    const { shots, frames } = timelineOf(
      film([shot(1), shot(1), shot(1)], { transition_seconds: 0.5 }),
    );
    expect(shots.map(({ start, fadeIn, fadeOut }) => [start, fadeIn, fadeOut])).toEqual([
      [0, 0, 6],
      [24, 6, 6],
      [48, 6, 0],
    ]);
    expect(frames).toBe(72);
  });

  it('shortens a cross-fade to half of the shorter shot', () => {
    const { shots } = timelineOf(film([shot(2), shot(0.25), shot(2)], { transition_seconds: 1 }));
    expect(shots.map(({ fadeIn, fadeOut }) => [fadeIn, fadeOut])).toEqual([
      [0, 3],
      [3, 3],
      [3, 0],
    ]);
  });

  it('returns no frames for an empty film', () => {
    expect(timelineOf(film([]))).toEqual({ shots: [], frames: 0 });
  });
});

describe('captionsOf', () => {
  const caption = (from: number, to: number) => ({ from, to, text: 'Hello', speaker: null });

  it('counts times from the start of the film', () => {
    const shots = [shot(1), shot(2, { captions: [caption(0.5, 1.5)] })];
    expect(captionsOf(film(shots))).toEqual([caption(1.5, 2.5)]);
  });

  it('ends a caption with its shot, and leaves out captions that begin later', () => {
    const shots = [shot(2, { captions: [caption(1, 5), caption(3, 4)] }), shot(1)];
    expect(captionsOf(film(shots))).toEqual([caption(1, 2)]);
  });
});
