import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { Clock } from '../../platform/clock/clock';
import { AppError } from '../../platform/errors/app-error';
import { DiskFull } from '../../platform/errors/disk-full';
import { canonicalJson } from '../../platform/http/canonical-json';
import { KeyedMutex } from '../../platform/keyed-mutex';
import { Slots } from '../../platform/slots';
import { DerivedMedia } from '../media/public/derived-media';
import { DiskSpace } from '../media/public/disk-space';
import { type MediaFile, MediaReader } from '../media/public/media-reader';
import { OwnerStorage } from '../media/public/owner-storage';
import type { SpeechServer } from './gateway/speech-server';
import {
  isSpokenLater,
  SpeechBadAnswer,
  SpeechBusy,
  SpeechKeyRefused,
  SpeechQuotaReached,
} from './public/speech-errors';
import {
  type Speech,
  type SpeechRequest,
  SpeechSynthesizer,
  type SpeechVoice,
} from './public/speech-synthesizer';
import { SpeechCacheRepository, type SpeechKey } from './speech-cache.repository';
import { SpeechServers } from './speech-servers';

/** An hour of MP3 has about 60 MB. */
const MAX_SPEECH_BYTES = 64 * 1024 * 1024;
/** Parallel requests to one provider: ElevenLabs allows two to five, depending on the plan. */
const MAX_PARALLEL = 3;
/** One fewer, so that one owner's long story never blocks all other owners. */
const MAX_PARALLEL_PER_OWNER = MAX_PARALLEL - 1;
const MAX_ATTEMPTS = 3;
/** Longest wait between two attempts. */
const MAX_RETRY_WAIT_MS = 10_000;
/** The name of a recording is the beginning of its text. */
const MAX_NAME_CHARS = 60;

/** Speaks texts and keeps the recordings: each text is paid for once. */
@Injectable()
export class SpeechService implements SpeechSynthesizer {
  private readonly logger = new Logger('Speech');
  /** By provider id. */
  private readonly slots = new Map<string, Slots>();
  /** Makes a second request for the same recording wait for the first, whose recording it then uses. */
  private readonly locks = new KeyedMutex();

  constructor(
    private readonly servers: SpeechServers,
    private readonly cache: SpeechCacheRepository,
    private readonly media: MediaReader,
    private readonly derived: DerivedMedia,
    private readonly storage: OwnerStorage,
    private readonly disk: DiskSpace,
    private readonly clock: Clock,
  ) {}

  isConfigured(): boolean {
    return this.servers.configured().length > 0;
  }

  check(voice: SpeechVoice): void {
    this.servers.of(voice.provider).variant(voice);
  }

  async speak(caller: Caller, request: SpeechRequest, signal?: AbortSignal): Promise<Speech> {
    const server = this.servers.of(request.voice.provider);
    const key = keyOf(caller, request, server);
    return this.locks.run(`${key.ownerId ?? ''} ${key.hash}`, async () => {
      const recording = await this.findRecording(caller, key);
      return recording ?? this.record(caller, request, { key, server, signal });
    });
  }

  private async findRecording(caller: Caller, key: SpeechKey): Promise<Speech | null> {
    const path = await this.cache.find(key);
    const file = path === null ? null : await this.media.find(caller, path);
    return file && { path: file.path, duration: file.duration, isNew: false };
  }

  private async record(
    caller: Caller,
    request: SpeechRequest,
    { key, server, signal }: RecordOptions,
  ): Promise<Speech> {
    // Checked first, because the provider charges for the request.
    if (!this.disk.hasFreeSpace()) throw new DiskFull();
    await this.storage.assertFree(caller.ownerId);
    const speak = () =>
      this.withRetries(
        server,
        () => this.request(caller, request, { key, server, signal }),
        signal,
      );
    const { path, duration } = await this.slotsOf(server).run(speak, caller.ownerId ?? '', signal);
    return { path, duration, isNew: true };
  }

  private slotsOf({ id }: SpeechServer): Slots {
    const slots =
      this.slots.get(id) ?? new Slots(MAX_PARALLEL, { perOwner: MAX_PARALLEL_PER_OWNER });
    this.slots.set(id, slots);
    return slots;
  }

  private async request(
    caller: Caller,
    { text, voice, project = null, characters = [] }: SpeechRequest,
    { key, server, signal }: RecordOptions,
  ): Promise<MediaFile> {
    const stream = await server.speak(text, voice, signal);
    // Without trailing dots and spaces, because an extension follows.
    const name = text.slice(0, MAX_NAME_CHARS).replace(/(?<![\s.])[\s.]+$/, '');
    const file = {
      name,
      description: text,
      project,
      characters,
      type: 'audio',
      origins: [],
      also: (path: string) => this.cache.store(key, path),
    } as const;
    try {
      return await this.derived.receive(caller, file, stream, MAX_SPEECH_BYTES);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const fault = SOUND_FAULTS[error.spec.status];
      throw fault === undefined ? error : new SpeechBadAnswer(server.id, fault, error);
    }
  }

  /** Retries requests that the provider certainly has not charged. */
  private async withRetries<T>(
    server: SpeechServer,
    work: () => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await work();
      } catch (error) {
        if (error instanceof SpeechKeyRefused || error instanceof SpeechQuotaReached)
          this.logger.warn(`${server.id}: ${error.spec.code}`);
        const waitMs = attempt < MAX_ATTEMPTS ? retryWaitMs(error) : null;
        if (waitMs === null) throw error;
        await this.clock.sleep(waitMs, signal);
      }
  }
}

/** Why a sound can't be stored, by the status of the error. */
const SOUND_FAULTS: Readonly<Record<number, string>> = {
  413: 'it is too long',
  415: 'it is not sound of a known format',
};

interface RecordOptions {
  readonly key: SpeechKey;
  readonly server: SpeechServer;
  readonly signal: AbortSignal | undefined;
}

/** The wait before a retry; `null` if a retry is useless, or the text may have been spoken and charged already. */
function retryWaitMs(error: unknown): number | null {
  if (!isSpokenLater(error)) return null;
  return error instanceof SpeechBusy ? Math.min(error.retryAfterMs, MAX_RETRY_WAIT_MS) : 1000;
}

function keyOf(
  { ownerId }: Caller,
  { text, voice }: SpeechRequest,
  server: SpeechServer,
): SpeechKey {
  const { provider, voice_id } = voice;
  const spoken = canonicalJson({ text, provider, voice_id, variant: server.variant(voice) });
  return { ownerId, hash: createHash('sha256').update(spoken).digest('hex') };
}
