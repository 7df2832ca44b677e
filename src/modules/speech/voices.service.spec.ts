import { ManualClock } from '../../../test/support/manual-clock';
import type { ConfigService } from '../../platform/config/config.service';
import type { ListedVoice } from './gateway/speech-server';
import type { SpeechServers } from './speech-servers';
import { VoicesService } from './voices.service';

describe('VoicesService', () => {
  it('folds the voices of a list once, whatever number of requests searches them', async () => {
    let reads = 0;
    const voice = (name: string): ListedVoice => ({
      provider: 'elevenlabs',
      voice_id: name,
      name,
      get description() {
        reads += 1;
        return 'CALM';
      },
      labels: {},
      preview_url: null,
    });
    const server = {
      id: 'elevenlabs',
      voices: () => Promise.resolve([voice('Tom'), voice('Mara')]),
    };
    const servers = { configured: () => [server] } as unknown as SpeechServers;
    const config = { current: () => config } as unknown as ConfigService;
    const clock = new ManualClock();
    const voices = new VoicesService(servers, config, clock);
    const namesOf = async (q: string): Promise<readonly string[]> =>
      (await voices.page({ q })).items.map(({ name }) => name);

    expect(await namesOf('calm')).toEqual(['Mara', 'Tom']);
    expect(await namesOf('tom calm')).toEqual(['Tom']);
    expect(await namesOf('loud')).toEqual([]);
    expect(reads).toBe(2);
    await clock.advance(60_000);
    expect(await namesOf('')).toEqual(['Mara', 'Tom']);
    expect(reads).toBe(4);
  });
});
