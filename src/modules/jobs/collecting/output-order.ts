import type { NodeOutput } from '../../providers/public/node-access';

/** An output that is collected, and where it stands among the outputs of its job. */
export interface OrderedOutput {
  readonly position: number;
  readonly output: NodeOutput;
  /** The node didn't save it, but only showed it. */
  readonly isPreview: boolean;
}

/**
 * The outputs of a job in the order of its record: saved pictures, videos and sound in the order of the node's answer, then
 * other files, then texts, then previews. A preview is left out where the job saved anything of its kind.
 */
export function orderedOutputs(outputs: readonly NodeOutput[]): readonly OrderedOutput[] {
  const saved = outputs.filter((output) => !isPreview(output));
  const savedKinds = new Set(saved.map(kindByName));
  const previews = outputs.filter(
    (output) => isPreview(output) && !savedKinds.has(kindByName(output)),
  );
  const ordered = saved.toSorted((a, b) => rankOf(a) - rankOf(b));
  return [...ordered, ...previews].map((output, position) => ({
    position,
    output,
    isPreview: isPreview(output),
  }));
}

const isPreview = (output: NodeOutput): boolean =>
  output.kind === 'file' && output.folderType !== 'output';

const KINDS: readonly (readonly [kind: string, name: RegExp])[] = [
  ['image', /\.(?:png|jpe?g|webp|gif|avif|bmp|tiff?)$/i],
  ['video', /\.(?:mp4|mov|webm|mkv|avi)$/i],
  ['audio', /\.(?:wav|mp3|flac|ogg|opus|m4a)$/i],
];

/** By the name of its file, because a preview that is left out isn't fetched. */
function kindByName(output: NodeOutput): string {
  if (output.kind === 'text') return 'text';
  return KINDS.find(([, name]) => name.test(output.filename))?.[0] ?? 'file';
}

/** Most callers want the picture, whatever text a node shows beside it. */
function rankOf(output: NodeOutput): number {
  return Math.max(0, ['file', 'text'].indexOf(kindByName(output)) + 1);
}
