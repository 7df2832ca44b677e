import { PythonError } from '../wire/python';
import type { NodeFilesStore } from './node-files.store';
import { headerOf, isModel, SafetensorsError } from './safetensors';

/** Model folders in the order in which ComfyUI lists them. */
const MODEL_FOLDERS: readonly string[] = [
  ...['checkpoints', 'configs', 'loras', 'vae', 'text_encoders', 'diffusion_models'],
  ...['clip_vision', 'style_models', 'embeddings', 'diffusers', 'vae_approx', 'controlnet'],
  ...['gligen', 'upscale_models', 'latent_upscale_models', 'custom_nodes', 'datasets'],
  ...['hypernetworks', 'photomaker', 'classifiers', 'model_patches', 'audio_encoders'],
  ...['background_removal', 'frame_interpolation', 'geometry_estimation', 'optical_flow'],
  'detection',
];

/** Bytes of a model file that are read for its header. */
const HEADER_BYTES = 8 * 1024 * 1024;

/** Folders that the 0.3 line doesn't have. */
const NEWER_FOLDERS: ReadonlySet<string> = new Set([
  ...['latent_upscale_models', 'datasets', 'background_removal', 'frame_interpolation'],
  ...['geometry_estimation', 'optical_flow', 'detection'],
]);

/** Model files by folder, as the options of a simulator name them. */
export type ModelLists = Readonly<Record<string, readonly string[]>>;

/** The model files of a node: configured names, and real files in its data folder. */
export class ModelStore {
  /** Names of the model folders, in ComfyUI's order. */
  readonly folders: readonly string[];

  constructor(
    private readonly configured: ModelLists,
    private readonly files: NodeFilesStore,
    options: { readonly isOld: boolean },
  ) {
    this.folders = MODEL_FOLDERS.filter((name) => !options.isOld || !NEWER_FOLDERS.has(name));
  }

  /** Names of the files in a folder, sorted; `undefined` for a folder that ComfyUI doesn't have. */
  async list(folder: string): Promise<readonly string[] | undefined> {
    return (await this.all()).get(folder);
  }

  /** All folders with their files. */
  async all(): Promise<ReadonlyMap<string, readonly string[]>> {
    const real = await this.files.modelNames();
    return new Map(
      this.folders.map((folder) => {
        const names = new Set([...(this.configured[folder] ?? []), ...(real.get(folder) ?? [])]);
        return [folder, [...names].sort()];
      }),
    );
  }

  /**
   * Checks that a file can be loaded: throws the errors of the real loaders for a damaged file, or a LoRA in place of a
   * model. A configured name without a file always loads.
   */
  async requireLoadable(folder: string, name: string): Promise<void> {
    const file = await this.files.modelFile(folder, name);
    if (file === undefined || !name.endsWith('.safetensors')) return;
    try {
      const header = headerOf(await this.files.head(file.path, HEADER_BYTES));
      if (folder !== 'checkpoints' || isModel(header)) return;
    } catch (error) {
      if (!(error instanceof SafetensorsError)) throw error;
      throw new PythonError('safetensors._safetensors_rust.SafetensorError', error.message);
    }
    throw new PythonError('RuntimeError', `ERROR: Could not detect model type of: ${file.path}\n`);
  }
}
