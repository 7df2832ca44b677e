import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { assertMayUseCharacters } from '../../../platform/access/character.errors';
import { FfmpegTool, Unplayable } from '../../../platform/imaging/ffmpeg-tool';
import { FfmpegMissing } from '../../../platform/imaging/imaging.errors';
import type { SoundPart } from '../../../platform/imaging/sound-join';
import { CharacterNotFound } from '../../characters/public/character-errors';
import { CharacterReader } from '../../characters/public/character-reader';
import type { VoiceConfig } from '../../characters/public/voice-config';
import { DerivedMedia } from '../../media/public/derived-media';
import { SpeechBadAnswer } from '../../speech/public/speech-errors';
import { type Speech, SpeechSynthesizer } from '../../speech/public/speech-synthesizer';
import type { ProjectRow } from '../records/project.entity';
import { NARRATOR, type ShotLine, type ShotRow } from '../records/shot.entity';
import { speakingCharacters, voicesOf } from './speakers';
import { ShotWithoutLines, SpeechTooLong, VoiceMissing } from './speech.errors';

/** Seconds of a joined recording: three times the longest shot. As FLAC it has at most 173 MB. */
const MAX_SECONDS = 1800;

/** A line, and the voice that speaks it. */
export interface VoicedLine extends ShotLine {
  readonly voice: VoiceConfig;
}

/** A shot to speak: its lines, and the labels of the recording. */
export interface ShotToSpeak {
  readonly project: ProjectRow;
  readonly shot: Pick<ShotRow, 'title' | 'lines'>;
}

/** The spoken lines of a shot in one recording. */
export interface ShotSpeech {
  /** Media path. */
  readonly path: string;
  /** Seconds, with the silence after the last line; `null` without ffprobe. */
  readonly duration: number | null;
  /** Seconds of each line without the silence after it; `null` without ffprobe. */
  readonly line_seconds: readonly number[] | null;
}

/** Speaks the lines of a shot, each with the voice of its speaker, and joins them with the silences after them. */
@Injectable()
export class ShotSpeechService {
  constructor(
    private readonly characters: CharacterReader,
    private readonly synthesizer: SpeechSynthesizer,
    private readonly media: DerivedMedia,
    private readonly ffmpeg: FfmpegTool,
  ) {}

  /**
   * Finds the voice of each line and checks that it can speak. Nothing is spoken.
   * @throws ShotWithoutLines, SpeechTooLong, CharacterNotAllowed, CharacterNotFound, VoiceMissing, SpeechNotConfigured,
   *   VoiceSettingUnknown, FfmpegMissing
   */
  async plan(caller: Caller, { project, shot }: ShotToSpeak): Promise<readonly VoicedLine[]> {
    if (shot.lines.length === 0) throw new ShotWithoutLines();
    requireLength(silenceOf(shot.lines));
    const ids = speakingCharacters(shot);
    assertMayUseCharacters(caller, ids);
    const characters = await this.characters.find(ids);
    const gone = ids.find((id) => !characters.has(id));
    if (gone !== undefined) throw new CharacterNotFound(gone);
    const voices = voicesOf(shot, project, characters);
    const silent = Object.keys(voices).filter((speaker) => !voices[speaker]);
    if (silent.length > 0) throw new VoiceMissing(silent);
    for (const voice of Object.values(voices)) if (voice) this.synthesizer.check(voice);
    if (needsJoining(shot.lines) && !(await this.ffmpeg.available()).ffmpeg) throw ffmpegMissing();
    return shot.lines.flatMap((line) => {
      const voice = voices[line.speaker];
      return voice ? [{ ...line, voice }] : [];
    });
  }

  /**
   * Speaks planned lines. It may be repeated: lines that were spoken before are cached and cost nothing.
   * @param signal aborts it; its reason is thrown
   * @throws what `SpeechSynthesizer.speak` throws, SpeechTooLong, FfmpegMissing, QuotaReached, DiskFull
   */
  async make(
    caller: Caller,
    lines: readonly VoicedLine[],
    target: ShotToSpeak,
    signal?: AbortSignal,
  ): Promise<ShotSpeech> {
    const spoken: Speech[] = [];
    let total = silenceOf(lines);
    for (const { speaker, text, voice } of lines) {
      const characters = speaker === NARRATOR ? [] : [speaker];
      const request = { text, voice, project: target.project.id, characters };
      const speech = await this.synthesizer.speak(caller, request, signal);
      spoken.push(speech);
      total += speech.duration ?? 0;
      // Before the next line is paid for.
      if (needsJoining(lines)) requireLength(total);
    }
    const seconds = spoken.flatMap(({ duration }) => duration ?? []);
    const line_seconds = seconds.length === lines.length ? seconds : null;
    const [only] = spoken;
    if (only && !needsJoining(lines))
      return { path: only.path, duration: only.duration, line_seconds };
    return { ...(await this.join(caller, { lines, spoken, target }, signal)), line_seconds };
  }

  private async join(
    caller: Caller,
    { lines, spoken, target: { project, shot } }: SpokenLines,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly path: string; readonly duration: number | null }> {
    const parts: SoundPart[] = [];
    for (const [at, { path }] of spoken.entries())
      parts.push({ file: await this.fileOf(caller, path), silence: lines[at]?.pause_seconds ?? 0 });
    const request = { owner: caller.ownerId, ...(signal ? { signal } : {}) };
    const file = {
      type: 'audio',
      name: shot.title === '' ? 'speech' : shot.title,
      description: lines.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n'),
      project: project.id,
      characters: speakingCharacters(shot),
      origins: [...new Set(spoken.map(({ path }) => path))],
    } as const;
    try {
      const { path, duration } = await this.media.produce(caller, file, async (target) => {
        if (!(await this.ffmpeg.joinSounds(request, parts, target))) throw ffmpegMissing();
      });
      return { path, duration };
    } catch (error) {
      if (!(error instanceof Unplayable)) throw error;
      const provider = lines[0]?.voice.provider ?? '';
      throw new SpeechBadAnswer(provider, 'its sound cannot be decoded', error);
    }
  }

  private async fileOf(caller: Caller, path: string): Promise<SoundPart['file']> {
    const { file, demuxer } = await this.media.locate(caller, path);
    if (!demuxer) throw new Error('a recording of speech has a demuxer');
    return { kind: 'file', path: file, demuxer };
  }
}

interface SpokenLines {
  readonly lines: readonly VoicedLine[];
  /** The recording of each line. */
  readonly spoken: readonly Speech[];
  readonly target: ShotToSpeak;
}

/** False for a single line without silence after it: its recording is used as it is. */
const needsJoining = (lines: readonly ShotLine[]): boolean =>
  lines.length > 1 || lines.some(({ pause_seconds }) => pause_seconds > 0);

/** Seconds of silence after the lines. */
const silenceOf = (lines: readonly ShotLine[]): number =>
  lines.reduce((sum, { pause_seconds }) => sum + pause_seconds, 0);

function requireLength(seconds: number): void {
  if (seconds > MAX_SECONDS) throw new SpeechTooLong(seconds, MAX_SECONDS);
}

const ffmpegMissing = (): FfmpegMissing =>
  new FfmpegMissing('Joining several lines, and silence after a line, needs it');
