import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock';
import { ConfigService } from '../../platform/config/config.service';
import { AppError } from '../../platform/errors/app-error';
import { pageOfList, readPage } from '../../platform/http/paging';
import { foldText, searchWords } from '../../platform/search-text';
import type { VoicesQuery } from './dto/voice.request';
import type { UnavailableProvider, VoicePage } from './dto/voice.response';
import type { ListedVoice, SpeechServer } from './gateway/speech-server';
import { SpeechNotConfigured } from './public/speech-errors';
import { SpeechServers } from './speech-servers';

/** How long a provider's list is cached. */
const LIST_LIFETIME_MS = 60_000;
/** The most voices of one provider that are listed: each request searches all of them. */
const MAX_VOICES = 5000;
/** How much of what a provider says about a voice is searched, in characters. */
const MAX_SEARCHED = 2000;

interface FoundVoice {
  readonly voice: ListedVoice;
  /** Sorts by provider and name; unique because of the voice's id. */
  readonly key: string;
  /** What is searched, folded. */
  readonly text: string;
}

interface CachedList {
  /** The configuration at the time of the request. The list is not used after a change of the configuration. */
  readonly config: unknown;
  /** Monotonic time of the request, in milliseconds. */
  readonly since: number;
  /** Folded once: that takes up to 0.1 s. */
  readonly voices: Promise<readonly FoundVoice[]>;
}

/** The voices of all configured providers. */
@Injectable()
export class VoicesService {
  private readonly lists = new Map<string, CachedList>();

  constructor(
    private readonly servers: SpeechServers,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /**
   * The matching voices by provider and name. A provider that doesn't answer is listed in `unavailable`.
   * @throws SpeechNotConfigured
   */
  async page(query: VoicesQuery): Promise<VoicePage> {
    const { provider, q = '' } = query;
    const servers =
      provider === undefined ? this.servers.configured() : [this.servers.of(provider)];
    if (servers.length === 0) throw new SpeechNotConfigured(null, []);
    const lists = await Promise.all(servers.map((server) => this.listOf(server)));
    const words = searchWords(q);
    const matching = lists
      .flatMap(({ voices }) => voices)
      .filter(({ text }) => words.every((word) => text.includes(word)))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const page = pageOfList(matching, readPage(query), {
      key: ({ key }) => key,
      item: ({ voice }) => voice,
    });
    return { ...page, unavailable: lists.flatMap(({ unavailable }) => unavailable) };
  }

  private async listOf(server: SpeechServer): Promise<{
    readonly voices: readonly FoundVoice[];
    readonly unavailable: readonly UnavailableProvider[];
  }> {
    try {
      return { voices: await this.cachedVoices(server), unavailable: [] };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { spec, message } = error;
      return {
        voices: [],
        unavailable: [{ provider: server.id, code: spec.code, detail: message }],
      };
    }
  }

  private cachedVoices(server: SpeechServer): Promise<readonly FoundVoice[]> {
    const config = this.config.current();
    const now = this.clock.monotonic();
    const cached = this.lists.get(server.id);
    if (cached?.config === config && now - cached.since < LIST_LIFETIME_MS) return cached.voices;
    const voices = server.voices().then((all) => all.slice(0, MAX_VOICES).map(found));
    const list = { config, since: now, voices };
    this.lists.set(server.id, list);
    list.voices.catch(() => {
      if (this.lists.get(server.id) === list) this.lists.delete(server.id);
    });
    return list.voices;
  }
}

function found(voice: ListedVoice): FoundVoice {
  const { provider, voice_id, name, description, labels } = voice;
  const text = [voice_id, name, description, ...Object.values(labels)].join(' ');
  return {
    voice,
    key: [provider, foldText(name), voice_id].join('\n'),
    text: foldText(text.slice(0, MAX_SEARCHED)),
  };
}
