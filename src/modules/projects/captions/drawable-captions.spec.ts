import { describeWith } from '../../../../test/support/required-programs';
import { FfmpegTool } from '../../../platform/imaging/ffmpeg-tool';
import type { Film } from '../film/film';
import { captionsOf } from '../film/film-timeline';
import { burnedCaptions } from './burned-captions';
import { cuesOf } from './captions';
import { DrawableCaptionsService } from './drawable-captions.service';
import { glyphSheet, glyphsOf, MAX_GLYPHS, missingGlyphs } from './glyph-sheet';

const filmWith = (text: string): Film => {
  const caption = { from: 0, to: 5, text, speaker: null };
  const shot = { seconds: 5, picture: null, speech: null, captions: [caption] };
  const shots = [{ id: 'sht_1', number: 1, title: '', ...shot }];
  return {
    title: '',
    width: 640,
    height: 360,
    fps: 24,
    transition_seconds: 0,
    subtitles: 'burned',
    scenes: [{ id: 'scn_1', number: 1, title: '', shots }],
    music: null,
    narration: null,
  };
};

const REQUEST = { owner: null };

describe('glyphsOf', () => {
  it('lists each visible character once for each font', () => {
    expect(glyphsOf(['a b\u00a0a', '1 1️⃣', '👩‍🚀'])).toEqual([
      { character: 'a', isEmoji: false },
      { character: 'b', isEmoji: false },
      { character: '1', isEmoji: false },
      { character: '1', isEmoji: true },
      { character: '\u20e3', isEmoji: true },
      { character: '👩', isEmoji: true },
      { character: '🚀', isEmoji: true },
    ]);
  });
});

describe('missingGlyphs', () => {
  it('finds cells that are empty or look like those of missing characters', () => {
    const glyphs = glyphsOf(['abc']);
    const { width, height } = glyphSheet(glyphs, null);
    const pixels = Buffer.alloc(width * height);
    // The first five cells show what is missing, in five fonts; then follow a, b and c.
    for (const cell of [0, 1, 2, 3, 4]) pixels[cell * 64 + 10] = 200;
    pixels[5 * 64 + 10] = 200;
    pixels[6 * 64 + 11] = 200;
    expect(missingGlyphs(glyphs, pixels)).toEqual(['a', 'c']);
  });
});

describeWith('ffmpeg', 'captions that are drawn', () => {
  const tool = new FfmpegTool();
  const captions = new DrawableCaptionsService(tool);

  it('finds no missing character in Latin, Greek, Cyrillic and Arabic letters and emoji', async () => {
    const text = 'Hello, ¿qué? Ωμέγα Привет مرحبا بالعالم 🥰👩‍🚀🇩🇪👍🏽 1️⃣ {x} C:\\new';
    expect(await captions.undrawable(filmWith(text), REQUEST)).toEqual([]);
  });

  it('finds the characters that no font has', async () => {
    const text = 'a\u{e000}b\u{10fffd}';
    expect(await captions.undrawable(filmWith(text), REQUEST)).toEqual(['\u{e000}', '\u{10fffd}']);
    // A second time, although the letters need no drawing any more.
    expect(await captions.undrawable(filmWith(text), REQUEST)).toEqual(['\u{e000}', '\u{10fffd}']);
  });

  it('draws braces and backslashes as text, not as commands', async () => {
    const drawn = async (text: string): Promise<Buffer | null> => {
      const film = filmWith(text);
      const cues = await cuesOf(captionsOf(film), film);
      return tool.subtitlePixels(await burnedCaptions(cues, film), film, REQUEST);
    };
    const [plain, hostile] = [await drawn('abc'), await drawn('abc{\\pos(0,0)\\alpha&HFF&}')];
    expect(plain?.some((pixel) => pixel > 200)).toBe(true);
    expect(hostile?.some((pixel) => pixel > 200)).toBe(true);
    expect(hostile?.equals(plain ?? Buffer.alloc(0))).toBe(false);
    // Nothing is drawn in the upper half, where the command would have moved it.
    expect(hostile?.subarray(0, (640 * 360) / 2).every((pixel) => pixel < 32)).toBe(true);
  });

  it('looks for no more characters once many are missing', async () => {
    const text = Array.from({ length: 1100 }, (_, at) => String.fromCodePoint(0xe000 + at)).join(
      '',
    );
    expect(await captions.undrawable(filmWith(text), REQUEST)).toHaveLength(MAX_GLYPHS);
  });

  it('returns null without ffmpeg', async () => {
    const absent = new FfmpegTool(undefined, { ffmpeg: 'no-ffmpeg', ffprobe: 'no-ffprobe' });
    const service = new DrawableCaptionsService(absent);
    expect(await service.undrawable(filmWith('a'), REQUEST)).toBeNull();
  });
});

describeWith('fonts', 'captions in ideographs', () => {
  it('are drawn in Chinese, Japanese and Korean', async () => {
    const captions = new DrawableCaptionsService(new FfmpegTool());
    const film = filmWith('我们明天早上八点见面。今日は東京で。안녕하세요');
    expect(await captions.undrawable(film, REQUEST)).toEqual([]);
  });
});
