import type { Film } from '../film/film';
import { type TimelineShot, timelineOf } from '../film/film-timeline';
import { type ShotPart, shotParts } from './shot-parts';

type Otio = Readonly<Record<string, unknown>>;

/** The position of a recording in the film, in frames. */
interface Sound {
  readonly path: string;
  readonly name: string;
  readonly start: number;
  readonly frames: number;
  readonly metadata?: Otio;
}

/**
 * The film as OpenTimelineIO JSON: a track of pictures with cross-fades and a marker at each scene, and a track each for
 * the sound of clips and for speech, unless it is empty. Music and narration belong to renders only. Media are referenced
 * by their file names.
 */
export function otioFile(film: Film): string {
  return `${JSON.stringify(new OtioTimeline(film).timeline(), null, 2)}\n`;
}

class OtioTimeline {
  private readonly shots: readonly TimelineShot[];

  constructor(private readonly film: Film) {
    this.shots = timelineOf(film).shots;
  }

  timeline(): Otio {
    const tracks = [
      this.track('Pictures', 'Video', this.pictures(), this.sceneMarkers()),
      ...this.soundTrack('Sound of clips', this.clipSounds()),
      ...this.soundTrack('Speech', this.speeches()),
    ];
    const { title, width, height, fps } = this.film;
    return {
      OTIO_SCHEMA: 'Timeline.1',
      metadata: { kinora: { width, height, fps } },
      name: title,
      global_start_time: this.time(0),
      tracks: {
        OTIO_SCHEMA: 'Stack.1',
        metadata: {},
        name: 'tracks',
        source_range: null,
        effects: [],
        markers: [],
        enabled: true,
        children: tracks,
      },
    };
  }

  private pictures(): readonly Otio[] {
    return this.shots.flatMap((placed) => {
      const parts = shotParts(placed.shot, placed.frames, this.film.fps);
      const clips = parts.map((part) => this.picture(placed, part));
      return placed.fadeIn === 0 ? clips : [this.crossFade(placed.fadeIn), ...clips];
    });
  }

  private picture({ scene, shot }: TimelineShot, part: ShotPart): Otio {
    const name = shot.title || `Scene ${scene.number}, shot ${shot.number}`;
    const range = this.range(part.sourceStart, part.frames);
    if (part.path === null) return this.gap(part.frames, name);
    const available =
      shot.picture?.kind === 'clip' ? this.secondsRange(shot.picture.seconds) : null;
    return {
      ...this.clip(name, range, reference(part.path, available)),
      effects: part.kind === 'held' ? [FREEZE] : [],
      metadata: { kinora: { scene_id: scene.id, shot_id: shot.id } },
    };
  }

  private crossFade(half: number): Otio {
    return {
      OTIO_SCHEMA: 'Transition.1',
      metadata: {},
      name: 'Cross-fade',
      transition_type: 'SMPTE_Dissolve',
      in_offset: this.time(half),
      out_offset: this.time(half),
    };
  }

  private sceneMarkers(): readonly Otio[] {
    return this.film.scenes.flatMap(({ id, number, title }) => {
      const first = this.shots.find(({ scene }) => scene.id === id);
      if (first === undefined) return [];
      return {
        OTIO_SCHEMA: 'Marker.2',
        metadata: { kinora: { scene_id: id } },
        name: title || `Scene ${number}`,
        color: 'GREEN',
        marked_range: this.range(first.start, 0),
      };
    });
  }

  private clipSounds(): readonly Sound[] {
    return this.shots.flatMap(({ shot, start, frames }) => {
      const { picture } = shot;
      if (picture?.kind !== 'clip' || !picture.has_sound || picture.sound === 'mute') return [];
      const [clip] = shotParts(shot, frames, this.film.fps);
      const metadata = { kinora: { shot_id: shot.id, sound: picture.sound } };
      return { path: picture.path, name: shot.title, start, frames: clip?.frames ?? 0, metadata };
    });
  }

  private speeches(): readonly Sound[] {
    return this.shots.flatMap(({ shot, start, frames }) => {
      if (shot.speech === null) return [];
      const { path, starts_at, seconds } = shot.speech;
      const delay = this.framesOf(starts_at);
      const length = Math.min(this.framesOf(seconds), frames - delay);
      const metadata = { kinora: { shot_id: shot.id } };
      return { path, name: shot.title, start: start + delay, frames: length, metadata };
    });
  }

  private soundTrack(name: string, sounds: readonly Sound[]): readonly Otio[] {
    const children: Otio[] = [];
    let end = 0;
    for (const { path, name: soundName, start, frames, metadata = {} } of sounds) {
      if (frames < 1) continue;
      if (start > end) children.push(this.gap(start - end));
      const clip = this.clip(soundName, this.range(0, frames), reference(path, null));
      children.push({ ...clip, metadata });
      end = start + frames;
    }
    return children.length === 0 ? [] : [this.track(name, 'Audio', children)];
  }

  private track(
    name: string,
    kind: 'Video' | 'Audio',
    children: readonly Otio[],
    markers: readonly Otio[] = [],
  ): Otio {
    const schema = { OTIO_SCHEMA: 'Track.1', metadata: {}, name, source_range: null };
    return { ...schema, effects: [], markers, enabled: true, children, kind };
  }

  private clip(name: string, range: Otio, media: Otio): Otio {
    const schema = { OTIO_SCHEMA: 'Clip.2', metadata: {}, name, source_range: range };
    const references = { media_references: { DEFAULT_MEDIA: media } };
    const key = { active_media_reference_key: 'DEFAULT_MEDIA' };
    return { ...schema, effects: [], markers: [], enabled: true, ...references, ...key };
  }

  private gap(frames: number, name = ''): Otio {
    const schema = { OTIO_SCHEMA: 'Gap.1', metadata: {}, name };
    return {
      ...schema,
      source_range: this.range(0, frames),
      effects: [],
      markers: [],
      enabled: true,
    };
  }

  private secondsRange(seconds: number): Otio {
    return this.range(0, this.framesOf(seconds));
  }

  private range(start: number, frames: number): Otio {
    const times = { start_time: this.time(start), duration: this.time(frames) };
    return { OTIO_SCHEMA: 'TimeRange.1', ...times };
  }

  private time(frames: number): Otio {
    return { OTIO_SCHEMA: 'RationalTime.1', rate: this.film.fps, value: frames };
  }

  private readonly framesOf = (seconds: number): number => Math.round(seconds * this.film.fps);
}

const FREEZE: Otio = {
  OTIO_SCHEMA: 'FreezeFrame.1',
  metadata: {},
  name: 'Last frame, held',
  effect_name: 'FreezeFrame',
  time_scalar: 0,
};

function reference(path: string, available: Otio | null): Otio {
  const media = { metadata: {}, name: path, available_range: available, target_url: path };
  return { OTIO_SCHEMA: 'ExternalReference.1', ...media };
}
