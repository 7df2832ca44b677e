import { join } from 'node:path';
import { emptyAnswer, jsonAnswer, type Answer } from '../http/answer';
import type { NodeRequest } from '../http/node-request';
import type { Route } from '../http/router';
import { headerOf, SafetensorsError } from '../files/safetensors';
import { isOld } from '../validation/prompt-validation';
import type { WireObject, WireValue } from '../wire/json';
import type { RouteContext } from './route-context';

const EXTENSIONS = ['.bin', '.ckpt', '.pkl', '.pt', '.pt2', '.pth', '.safetensors', '.sft'];
const OWN_EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  diffusers: ['folder'],
  datasets: [],
  classifiers: [''],
};
const NOT_LISTED = ['configs', 'custom_nodes'];
/** Bytes of a model file that are read for its metadata. */
const MAX_HEADER_BYTES = 1024 * 1024;
/** Size to show for a model file that is only a name. */
const INVENTED_SIZE = 1_000_000_000;

function extensionsOf(name: string): [string, WireValue] {
  return ['extensions', [...(OWN_EXTENSIONS[name] ?? EXTENSIONS)]];
}

/** Folders of the model types that have other folders than the one of their name; relative to the data folder. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  checkpoints: ['models/checkpoints', 'output/checkpoints'],
  loras: ['models/loras', 'output/loras'],
  vae: ['models/vae', 'output/vae'],
  text_encoders: ['models/text_encoders', 'models/clip', 'output/clip'],
  diffusion_models: ['models/unet', 'models/diffusion_models', 'output/diffusion_models'],
  controlnet: ['models/controlnet', 'models/t2i_adapter'],
  datasets: ['datasets'],
};

function foldersOf(name: string): readonly string[] {
  return FOLDERS[name] ?? [`models/${name}`];
}

/** What newer clients ask about model files, and `/view_metadata`. */
export function modelFileRoutes(context: RouteContext): readonly Route[] {
  return [
    { method: 'GET', pattern: '/experiment/models', handle: () => jsonAnswer(folders(context)) },
    {
      method: 'GET',
      pattern: '/experiment/models/{folder}',
      handle: async (request) => fileList(request, context),
    },
    {
      method: 'GET',
      pattern: '/view_metadata/{folder_name}',
      handle: async (request) => metadata(request, context),
    },
  ];
}

function folders({ files, models, version }: RouteContext): WireValue {
  const listed = models.folders.filter((name) => !NOT_LISTED.includes(name));
  return listed.map(
    (name): WireObject =>
      new Map<string, WireValue>([
        ['name', name],
        ['folders', foldersOf(name).map((path) => join(files.folder('models'), '..', path))],
        ...(isOld(version) ? [] : [extensionsOf(name)]),
      ]),
  );
}

async function fileList(request: NodeRequest, { models, files }: RouteContext): Promise<Answer> {
  const folder = request.param('folder');
  const names = await models.list(folder);
  if (names === undefined) return emptyAnswer(404);
  const entries = names.map(async (name): Promise<WireObject> => {
    const file = await files.modelFile(folder, name);
    return new Map<string, WireValue>([
      ['name', name],
      ['pathIndex', 0],
      ['modified', file?.modified ?? 0],
      ['created', file?.modified ?? 0],
      ['size', file?.size ?? INVENTED_SIZE],
    ]);
  });
  return jsonAnswer(await Promise.all(entries));
}

/** `__metadata__` of a real safetensors file in the data folder. */
async function metadata(request: NodeRequest, { files }: RouteContext): Promise<Answer> {
  const name = request.query.get('filename') ?? '';
  const file = name.endsWith('.safetensors')
    ? await files.modelFile(request.param('folder_name'), name)
    : undefined;
  if (file === undefined) return emptyAnswer(404);
  const metadataEntry = readMetadata(await files.head(file.path, MAX_HEADER_BYTES));
  return metadataEntry instanceof Map ? jsonAnswer(metadataEntry) : emptyAnswer(404);
}

function readMetadata(bytes: Buffer): WireValue | undefined {
  try {
    return headerOf(bytes).get('__metadata__');
  } catch (error) {
    if (error instanceof SafetensorsError) return undefined;
    throw error;
  }
}
