import type { InputSpec } from './comfy-types';
import { isNamedLikeFile, listsNodeFiles, takesFiles } from './node-file-inputs';

describe('inputs that name files of a node', () => {
  it.each([
    ...['path', 'imagePath', 'file', 'file_name', 'filename', 'model_file', 'folder', 'folderName'],
    ...['dir', 'base_dir', 'workdir', 'outputDir', 'dir2', 'directory', 'directories', 'url'],
    ...['dirname', 'location', 'source', 'image_source', 'link', 'address', 'server_1', 'saveTo'],
    ...[
      'save_to',
      'fname',
      'imageURL',
      'uri',
      'href',
      'webhook',
      'api_endpoint',
      'src',
      'host',
      'hostname',
    ],
  ])('%s is named like one', (input) => {
    expect(isNamedLikeFile(input)).toBe(true);
  });

  it.each([
    'profile',
    'direction',
    'text',
    'seed',
    'sampler_name',
    'ckpt_name',
    'ghosting',
    'resource',
    'relocation',
    'blink',
    'observer',
    'image',
  ])('%s is not', (input) => {
    expect(isNamedLikeFile(input)).toBe(false);
  });

  const upload: InputSpec = [['a.png'], { image_upload: true }];
  const choice: InputSpec = [['a', 'b'], {}];

  it.each<[string, string, InputSpec | undefined, boolean]>([
    ['Any', 'x', upload, true],
    ['Any', 'x', ['COMBO', { options: [], video_upload: true }], true],
    ['Any', 'x', [['a.png'], { image_upload: 'true' }], false],
    ['LoadImageOutput', 'image', choice, true],
    ['LoadLatent', 'latent', choice, true],
    ['LoadImage', 'image', undefined, true],
    ['LoadImageMask', 'channel', undefined, false],
    ['Any', 'start_image', undefined, true],
    ['Any', 'mask2', undefined, true],
    ['Any', 'image', choice, true],
    ['Any', 'image', ['COMBO', { options: [] }], true],
    ['Any', 'video', ['STRING', {}], true],
    ['Any', 'clip', ['STRING', { vhs_path_extensions: ['mp4'] }], true],
    ['Any', 'video', [['a.safetensors'], {}], false],
    ['Any', 'image', ['INT', {}], false],
    ['Any', 'images', ['IMAGE'], false],
    ['Any', 'image_scale', undefined, false],
    ['constructor', 'image_scale', undefined, false],
  ])('%s.%s %j takes files: %s', (nodeClass, input, spec, expected) => {
    expect(takesFiles(nodeClass, input, spec)).toBe(expected);
  });

  it.each<[string, boolean]>([
    ...(['folder', 'base_dir', 'model_file', 'videoPath', 'folder_name', 'files'] as const).map(
      (input): [string, boolean] => [input, true],
    ),
    ...(['file_format', 'profile', 'ckpt_name', 'direction', 'path_kind'] as const).map(
      (input): [string, boolean] => [input, false],
    ),
  ])('a list called %s is one of files: %s', (input, expected) => {
    expect(listsNodeFiles('Any', input, choice)).toBe(expected);
  });
});
