import { sampledGraph } from '../../support/recorded-graphs';
import type { RecordedNode } from '../../support/recorded-node';
import type { RecordedSession } from '../../support/recorded-session';
import type { SocketListener } from '../../support/socket-listener';

const SD15 = 'random_sd15.safetensors';

/** Sampling with models, sizes, batches and LoRAs: cached nodes and events. */
export function sampledPictures(node: () => RecordedNode): void {
  const session = (): RecordedSession => node().session;

  async function listening(run: (owner: SocketListener) => Promise<void>): Promise<void> {
    const owner = await session().listen('client-SD');
    await run(owner);
    await session().disconnect(owner);
  }

  it.each([
    ['full size, cold', 'sd15_64_1step_cold'],
    ['full size, warm', 'sd15_64_2step_warm'],
  ])('samples %s', async (_title, name) => {
    await listening(async (owner) => {
      await session().replay(`prompt_${name}`);
      await session().expectFrames(owner, `ws_${name}`);
      await session().history(`history_${name}`);
    });
  });

  it('samples another size', async () => {
    await listening(async (owner) => {
      const graph = sampledGraph({ ckpt: SD15, size: 128, seed: 6, steps: 2, prefix: 'full' });
      const id = '320d84c2-9488-4570-b505-0a5740e33005';
      await session().post(graph, { client_id: 'client-SD' }, id);
      await session().expectFrames(owner, 'ws_sd15_128_2step_warm');
      await session().history('history_sd15_128_2step_warm');
    });
  });

  it('samples with LoRAs', async () => {
    await session().replay('prompt_sd15_128_2step_lora');
    await session().history('history_sd15_128_2step_lora');
    const lora = 'random_small_lora.safetensors';
    const graph = sampledGraph({ lora, size: 128, seed: 6, steps: 2, prefix: 'small_lora' });
    const id = 'd60b0622-80a3-444c-a2ec-03bdadc09e3f';
    await session().post(graph, { client_id: 'client-SD' }, id);
    await session().history('history_small_128_2step_lora');
  });

  it.each(['small_128_2step_nolora', 'small_64_batch4'])('samples %s', async (name) => {
    await listening(async (owner) => {
      await session().replay(`prompt_${name}`);
      await session().expectFrames(owner, `ws_${name}`);
      await session().history(`history_${name}`);
    });
  });

  it('accepts a LoRA of another model', async () => {
    await listening(async (owner) => {
      await session().replay('prompt_small_wrong_lora');
      await session().expectFrames(owner, 'ws_small_wrong_lora');
    });
  });

  it('saves under unusual names and accepts any content type', async () => {
    await session().replay('prompt_wrong_content_type');
    await session().replay('prompt_batch3');
    await session().replay('prompt_prefix_escape');
    await session().idle();
  });

  it('makes the same picture for the same graph', async () => {
    const graph = sampledGraph({ seed: 1, steps: 3, prefix: 'det' });
    const pictures: Buffer[] = [];
    for (const count of [1, 2]) {
      await session().send({ method: 'POST', path: '/free', body: '{"free_memory": true}' });
      await session().finished(await session().post(graph));
      const path = `/view?filename=det_0000${count}_.png`;
      pictures.push((await session().send({ method: 'GET', path })).bytes);
    }
    expect(pictures[0]?.equals(pictures[1] ?? Buffer.of())).toBe(true);
    session().expectPngTexts('png_metadata_of_output', pictures[0] ?? Buffer.of());
  });
}
