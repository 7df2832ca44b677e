import type { RecordedNode } from '../../support/recorded-node';
import { graphText } from '../../support/recorded-graphs';
import { encodePng } from '../../../src/simulator/files/png';

const PNG = encodePng(Buffer.alloc(64 * 64 * 3, 120), 64, 64);
const OTHER_PNG = encodePng(Buffer.alloc(64 * 64 * 3, 10), 64, 64);

function form(fields: Record<string, string>, file?: { name: string; bytes: Buffer }): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (file !== undefined) body.set('image', new Blob([new Uint8Array(file.bytes)]), file.name);
  return body;
}

/** A fresh node: its answers, validation errors and files. */
export function freshNode(node: () => RecordedNode): void {
  const session = (): RecordedNode['session'] => node().session;

  it.each([
    ...['features', 'history_empty', 'history_unknown_id', 'models', 'models_checkpoints'],
    ...['models_loras', 'models_unknown_folder', 'models_vae_empty', 'prompt_get', 'queue_empty'],
    ...['object_info_CheckpointLoaderSimple', 'object_info_CreateVideo', 'object_info_EmptyImage'],
    ...['object_info_KSampler', 'object_info_LoadImage', 'object_info_LoraLoader'],
    ...['object_info_NoSuchNode', 'object_info_SaveImage', 'unknown_path', 'view_bad_type'],
    ...['view_no_filename', 'view_subfolder_traversal', 'view_traversal', 'view_metadata_lora'],
    ...['jobs_list_bad_status', 'queue_post_empty', 'queue_clear', 'queue_delete_unknown'],
    ...['interrupt_idle', 'interrupt_idle_nobody', 'free'],
  ])('answers %s', async (name) => {
    await session().replay(name);
  });

  it.each(['system_stats', 'experiment_models', 'experiment_models_checkpoints'])(
    'answers %s in the same form',
    async (name) => {
      await session().replayShape(name);
    },
  );

  it.each([
    ...['bad_link_slot', 'empty_body', 'empty_prompt', 'invalid_input_type', 'invalid_json'],
    ...['loadimage_missing_file', 'missing_node_class', 'no_class_type', 'no_outputs'],
    ...['no_prompt_key', 'not_a_link', 'prompt_is_ui_format', 'required_input_missing'],
    ...['return_type_mismatch', 'value_not_in_list', 'value_smaller_than_min'],
  ])('answers prompt_err_%s as recorded', async (name) => {
    await session().replay(`prompt_err_${name}`);
  });

  it('shows a picture in every way', async () => {
    await session().replay('prompt_ok');
    await session().history('history_success');
    await session().replay('prompt_ok_with_node_errors');
    for (const name of ['output_png', 'range', 'channel_rgb', 'channel_a', 'preview_webp']) {
      await session().replay(`view_${name}`);
    }
    await session().replay('view_if_none_match');
    await session().replay('history_delete');
    await session().replay('history_after_delete');
  });

  it('accepts uploads', async () => {
    const up = { name: 'up.png', bytes: PNG };
    const upload = async (name: string, body: FormData): Promise<void> => {
      await session().replay(name, { body });
    };
    await upload('upload_image', form({}, up));
    await upload('upload_image_same_again', form({}, up));
    await upload('upload_image_same_name_other_bytes', form({}, { ...up, bytes: OTHER_PNG }));
    await upload('upload_image_subfolder', form({ subfolder: 'sub/dir' }, up));
    await upload('upload_image_output', form({ type: 'output' }, up));
    await upload('upload_image_no_file', form({ subfolder: '' }));
    await upload('upload_image_traversal', form({ subfolder: '../..' }, up));
    await upload('upload_not_an_image', form({}, { name: 'bad.png', bytes: Buffer.from('text') }));
    await upload('upload_mp4_like', form({}, { name: 'clip.mp4', bytes: Buffer.alloc(20) }));
    const original_ref = JSON.stringify({ filename: 'up.png', subfolder: '', type: 'input' });
    await upload('upload_mask', form({ original_ref }, { name: 'mask.png', bytes: PNG }));
  });

  it('runs graphs over files and temporary pictures', async () => {
    await session().replay('prompt_loadimage_subfolder');
    await session().replay('prompt_previewimage');
    await session().history('history_previewimage');
    const frames = { width: 64, height: 64, batch_size: 8, color: 16711680 };
    const animation = { filename_prefix: 'anim', fps: 6, lossless: true, quality: 80 };
    const save = { images: ['1', 0], ...animation, method: 'default' };
    // The pictures were cached in the recording, from an earlier video.
    const picture = ['1', 'EmptyImage', frames] as const;
    await session().post(graphText([picture, ['2', 'PreviewImage', { images: ['1', 0] }]]));
    await session().post(
      graphText([picture, ['4', 'SaveAnimatedWEBP', save]]),
      {},
      '6960d7c0-eab7-4fee-aae5-cff82705858c',
    );
    await session().history('history_animated_webp');
    await session().replay('job_get');
  });

  it('serves any file that lies in its folders', async () => {
    const bytes = Buffer.concat([
      Buffer.from('000000206674797069736f6d00000200', 'hex'),
      Buffer.alloc(2156),
    ]);
    const body = form({ type: 'output', subfolder: 'video' }, { name: 'vid_00001_.mp4', bytes });
    await session().send({ method: 'POST', path: '/upload/image', body });
    await session().replay('view_mp4');
  });

  it('refuses cross-site requests and too large bodies', async () => {
    await session().replay('post_sec_fetch_cross');
    await session().replay('post_with_foreign_origin');
    await session().replay('prompt_body_too_big', { body: Buffer.alloc(101 * 2 ** 20, 'x') });
  });
}
