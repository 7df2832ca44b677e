import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { LibraryClient, ServiceGone } from '../support/library-client';
import { Program } from '../support/processes';
import { SeededRandom } from '../support/seeded-random';
import { accept, refuse, verify, WebhookReceiver } from '../support/webhook-receiver';

/** Few kills in `npm test`, all in `npm run test:faults`. */
const FULL = process.env['KINORA_FAULTS'] === 'full';
const KILLS = FULL ? 25 : 2;
/** Events that one process is to make before it is killed. */
const PRESETS_PER_KILL = 6;
const MAX_DELAY_MS = 400;

interface Preset {
  readonly id: string;
  readonly name: string;
}

describe('webhooks of a service that is killed at random instants', () => {
  const random = SeededRandom.for('webhook kill test');
  const folder = mkdtempSync(join(tmpdir(), 'kinora-webhook-kill-'));
  const client = new LibraryClient(() => service.url);
  let service: Program;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    const webhooks = { allow_private: true, retry_pauses_ms: Array<number>(100).fill(20) };
    const config = { webhooks, jobs: { poll_interval_ms: 50 } };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    service = await Program.service(folder);
  });
  afterAll(async () => {
    await service.end('SIGKILL');
    await receiver.stop();
    rmSync(folder, { recursive: true });
  });

  /** Whether the preset was made isn't known when the service ends before it has answered. */
  async function createPreset(name: string): Promise<void> {
    const preset = { name, workflow: 'sd15-t2i', values: {} };
    await client.send('/api/presets', preset).catch((error: unknown) => {
      if (!(error instanceof ServiceGone)) throw error;
    });
  }

  it('get every event at least once, in order, and each with the same id in all attempts', async () => {
    const handled: string[] = [];
    receiver.answer = (response, message) => {
      const id = String(message.data['id']);
      const handle = (): void => {
        handled.push(id);
        accept(response, message);
      };
      if (random.below(100) < 30) refuse(response, message);
      else setTimeout(handle, random.below(60));
    };
    const { secret } = await client.send<{ secret: string }>('/api/webhooks', {
      url: receiver.url,
      events: ['preset'],
    });
    let name = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const creating = (async () => {
        for (let n = 0; n < PRESETS_PER_KILL; n += 1) await createPreset(String((name += 1)));
      })();
      await sleep(random.below(MAX_DELAY_MS));
      await service.end('SIGKILL');
      await creating;
      service = await Program.service(folder);
    }
    await createPreset('last');

    const { items } = await client.get<{ items: Preset[] }>('/api/presets?limit=200');
    const made = [...items].reverse().map(({ id }) => id);
    expect(items[0]?.name).toBe('last');
    await eventually(() => Promise.resolve(handled.includes(made.at(-1) ?? '')));
    expect([...new Set(handled)]).toEqual(made);
    for (const message of receiver.messages) verify(message, secret);
    const ids = receiver.messages.map(({ id, data }) => `${id} ${String(data['id'])}`);
    expect(new Set(ids).size).toBe(made.length);
  });
});
