import { join } from 'node:path';
import { emptyAnswer, jsonAnswer, jsonTextAnswer, type Answer } from '../http/answer';
import { headerOf, SafetensorsError } from '../files/safetensors';
import { isOld } from '../validation/prompt-validation';
import type { WireObject, WireValue } from '../wire/json';
import type { RouteContext, Routes } from './route-context';

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

/** Folders of the model types that have more or other ones than `models/<type>`; relative to the data folder. */
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

/** `/object_info`, `/models`, `/embeddings`, and what newer clients ask about model files. */
export function modelRoutes(context: RouteContext): Routes {
  const { models, catalogue, lists } = context;
  return {
    'GET /object_info': async () => jsonTextAnswer(catalogue.describeAll(await lists())),
    'GET /object_info/{node_class}': async (_request, name) => {
      const info = catalogue.describe(name, await lists());
      return jsonAnswer(info === undefined ? {} : new Map([[name, info]]));
    },
    'GET /models': () => jsonAnswer(models.folders),
    'GET /models/{folder}': async (_request, folder) => {
      const names = await models.list(folder);
      return names === undefined ? emptyAnswer(404) : jsonAnswer(names);
    },
    'GET /embeddings': async () => {
      const names = (await models.list('embeddings')) ?? [];
      return jsonAnswer(names.map((name) => name.replace(/\.[^./]*$/, '')));
    },
    'GET /experiment/models': () => jsonAnswer(folders(context)),
    'GET /experiment/models/{folder}': async (_request, folder) => fileList(folder, context),
    'GET /view_metadata/{folder_name}': async ({ query }, folder) =>
      metadata(folder, query.get('filename') ?? '', context),
  };
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

async function fileList(folder: string, { models, files }: RouteContext): Promise<Answer> {
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
async function metadata(folder: string, name: string, { files }: RouteContext): Promise<Answer> {
  const file = name.endsWith('.safetensors') ? await files.modelFile(folder, name) : undefined;
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
