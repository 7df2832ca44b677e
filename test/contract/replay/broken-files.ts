import { encodePng } from '../../../src/simulator/files/png';
import { graphText, plainGraph, sampledGraph } from '../../support/recorded-graphs';
import { LORA, type RecordedNode } from '../../support/recorded-node';
import type { RecordedSession } from '../../support/recorded-session';

const GREY = encodePng(Buffer.alloc(64 * 64 * 3, 120), 64, 64);
const DARK = encodePng(Buffer.alloc(64 * 64 * 3, 20), 64, 64);

/** Deleted, overwritten, new and invalid files; and graphs that fail while running. */
export function brokenFiles(node: () => RecordedNode): void {
  const session = (): RecordedSession => node().session;

  it('names the old file of a cached job, even when it is deleted', async () => {
    await session().finished(await session().post(plainGraph(4242, 'gone')));
    await node().remove('output/gone_00001_.png');
    await session().replay('prompt_cached_but_file_deleted');
    await session().history('history_cached_but_file_deleted');
  });

  it('runs again when an input file was overwritten', async () => {
    const graph = graphText([
      ['1', 'LoadImage', { image: 'up.png' }],
      ['2', 'SaveImage', { images: ['1', 0], filename_prefix: 'li' }],
    ]);
    await node().place('input/up.png', GREY);
    await session().finished(await session().post(graph));
    await node().place('input/up.png', DARK);
    await session().replay('prompt_loadimage_overwritten_file');
    await session().history('history_loadimage_overwritten_file');
  });

  it('lists new model files at once and fails for invalid ones', async () => {
    await node().place('models/checkpoints/garbage.safetensors', Buffer.alloc(64, 0xff));
    await session().replay('models_checkpoints_after_new_file');
    const graph = sampledGraph({ ckpt: 'garbage.safetensors', seed: 1, steps: 2 });
    await session().post(graph, {}, 'cc7dbcdb-9700-4cf3-8de3-01f3c9b2307e');
    await session().history('history_garbage_checkpoint');
  });

  it('loads files of subfolders', async () => {
    await node().place('models/loras/sub/my lora.safetensors', LORA);
    await session().replay('prompt_lora_in_subfolder');
    await session().history('history_lora_in_subfolder');
  });

  it('fails for a LoRA used as a checkpoint', async () => {
    await node().place('models/checkpoints/notackpt.safetensors', LORA);
    await session().replay('prompt_lora_as_checkpoint');
    await session().history('history_lora_as_checkpoint');
  });

  it('runs out of memory', async () => {
    await session().replay('prompt_out_of_memory');
    await session().history('history_out_of_memory');
  });

  it('accepts graphs that fail later, or not at all', async () => {
    await session().replay('prompt_preview_any_text');
    await session().replay('prompt_link_is_string');
    await session().idle();
  });

  it('changes a picture', async () => {
    await session().replay('prompt_img2img');
    await session().history('history_img2img');
  });

  it('accepts unusual inputs and node ids', async () => {
    await session().replay('prompt_unknown_extra_input');
    await session().history('history_unknown_extra_input');
    await session().replay('prompt_string_node_ids');
    await session().history('history_string_node_ids');
  });

  it('keeps the outputs made before a failure', async () => {
    await node().place('input/bad.png', 'not a picture');
    const graph = graphText([
      ['1', 'EmptyImage', { width: 64, height: 64, batch_size: 1, color: 31339 }],
      ['2', 'SaveImage', { images: ['1', 0], filename_prefix: 'ok' }],
      ['3', 'LoadImage', { image: 'bad.png' }],
      ['4', 'SaveImage', { images: ['3', 0], filename_prefix: 'x' }],
    ]);
    await session().post(graph, {}, '948b11a0-a4ab-42a2-953e-c955b6d9fab2');
    await session().history('history_error_partial_outputs');
  });

  it('validates graphs for video and sound', async () => {
    for (const [recorded, name] of [
      ['upload_audio_wav', 'tone.wav'],
      ['upload_video_mp4', 'in.mp4'],
    ] as const) {
      const body = new FormData();
      body.set('image', new Blob(['bytes']), name);
      await session().replay(recorded, { body });
    }
    for (const name of ['audio_flac', 'audio_mp3', 'video_roundtrip']) {
      await session().replay(`prompt_${name}`);
    }
    for (const name of ['flat_h264', 'flat_bad_codec', 'dotted_h264', 'dotted_bad']) {
      await session().replay(`prompt_savevideo_${name}`);
    }
    await session().replay('prompt_savevideo_dotted_h264_crf');
    await session().replay('prompt_savevideo_dotted_webm_av1');
    await session().idle();
  });
}
