import { Injectable } from '@nestjs/common';
import { BackgroundFfmpeg } from '../../../platform/imaging/background-ffmpeg';
import type { MediaInput } from '../../../platform/imaging/ffmpeg-run';
import { FilmFilesStore } from './film-files.store';
import { measureRun } from './film-join';
import {
  type GainAttempt,
  type Levelling,
  levellingFilters,
  levellingFor,
  type Loudness,
  loudnessOf,
  MEASURE,
  nextGain,
} from './film-loudness';
import { MIX, mixRun, trackFile, trackSource } from './film-mix';
import type { FilmWork } from './film-segments.service';
import {
  BYTES_PER_SAMPLE,
  partRun,
  SAMPLE_RATE,
  sampleAt,
  type Track,
  type TrackPart,
  trackParts,
} from './film-sound';
import { FilmFailed, runForFilm, soundTimeoutMs } from './film-task';
import type { Timeline } from './film-timeline';

/** How often the gain of limited sound is corrected. */
const MAX_CORRECTIONS = 4;

/** Mixes the sound of a film, and finds the gain that gives it the target loudness. */
@Injectable()
export class FilmSoundService {
  constructor(
    private readonly ffmpeg: BackgroundFfmpeg,
    private readonly files: FilmFilesStore,
  ) {}

  /**
   * Writes the mixed sound, unless an interrupted attempt has done so.
   * @returns how to level it to the target loudness; `null` for silence
   * @throws FilmFailed, DiskFull, the reason of the task's signal
   */
  async mix(work: FilmWork, timeline: Timeline): Promise<Levelling | null> {
    const timeoutMs = soundTimeoutMs(timeline.frames / work.task.film.fps);
    const measure = async (levelling: Levelling | null): Promise<Loudness | null> => {
      const run = measureRun(`${levellingFilters(levelling, SAMPLE_RATE)},${MEASURE}`);
      const what = 'the measurement of loudness';
      return loudnessOf(await runForFilm(this.ffmpeg, work, { what, run, timeoutMs }));
    };
    const loudness = (await this.files.has(work.folder, MIX))
      ? await measure(null)
      : await this.mixed(work, timeline);
    const levelling = levellingFor(loudness);
    return levelling?.isLimited ? this.correctGain(levelling, measure) : levelling;
  }

  private async mixed(work: FilmWork, timeline: Timeline): Promise<Loudness | null> {
    const { film } = work.task;
    let log = '';
    const samples = sampleAt(timeline.frames, film.fps);
    await this.files.replace(work.folder, MIX, async (target) => {
      const parts = trackParts(film, timeline);
      const tracks = new Set(parts.map(({ track }) => track));
      for (const track of tracks)
        await this.files.writeZeros(work.folder, trackFile(track), samples * BYTES_PER_SAMPLE);
      for (const part of parts) await this.addToTrack(work, part);
      const source = (track: Track) => (tracks.has(track) ? trackSource(track) : null);
      const sources = {
        speech: source('speech'),
        kept: source('kept'),
        ducked: source('ducked'),
        music: film.music && this.source(work, film.music.path),
        narration: film.narration && this.source(work, film.narration.path),
      };
      const run = mixRun(sources, samples, target);
      const timeoutMs = soundTimeoutMs(samples / SAMPLE_RATE);
      log = await runForFilm(this.ffmpeg, work, { what: 'the sound', run, timeoutMs });
    });
    return loudnessOf(log);
  }

  /** Tries gains until the limited sound is as loud as it should be. */
  private async correctGain(
    { gain: first }: Levelling,
    measure: (levelling: Levelling) => Promise<Loudness | null>,
  ): Promise<Levelling> {
    const attempts: GainAttempt[] = [];
    let gain = first;
    for (let round = 0; round < MAX_CORRECTIONS; round += 1) {
      const loudness = await measure({ gain, isLimited: true });
      if (!loudness) break;
      attempts.push({ gain, integrated: loudness.integrated });
      const next = nextGain(attempts);
      if (next === null) break;
      gain = next;
    }
    return { gain, isLimited: true };
  }

  /** Decodes a recording and writes it into the file of its track. */
  private async addToTrack(work: FilmWork, part: TrackPart): Promise<void> {
    const decoded = this.files.partName();
    const run = partRun(part, this.source(work, part.path), decoded);
    const timeoutMs = soundTimeoutMs(part.samples / SAMPLE_RATE);
    await runForFilm(this.ffmpeg, work, { what: `the sound of ${part.path}`, run, timeoutMs });
    const at = part.start * BYTES_PER_SAMPLE;
    await this.files.overwrite(work.folder, { name: trackFile(part.track), part: decoded, at });
  }

  private source({ task }: FilmWork, path: string): MediaInput['source'] {
    const source = task.sources.get(path);
    if (!source?.demuxer)
      throw new FilmFailed(`The sound ${path} is of a type that films can't be made of.`);
    return { kind: 'file', path: source.file, demuxer: source.demuxer };
  }
}
