import type { WireObject, WireValue } from '../wire/json';

export interface OutputSummary {
  readonly count: number;
  readonly previewable: number;
  /** The output to show for the job: a saved picture before a temporary one before a text. */
  readonly preview: WireObject | undefined;
}

const VISIBLE = new Set(['images', 'video', 'audio', '3d', 'text']);
const TEXT_FILE = /\.(txt|md|json)$/i;
const MODEL_FILE = /\.(obj|fbx|gltf|glb|usdz)$/i;
const MAX_TEXT_LETTERS = 1024;

interface Output {
  readonly nodeId: string;
  readonly mediaType: string;
  readonly item: WireValue;
}

/** Counts outputs and chooses the one to show. */
export function outputSummary(outputs: WireObject): OutputSummary {
  const all = listOutputs(outputs);
  const files = all.filter(({ item }) => item instanceof Map);
  const shown = files.filter(isVisible);
  const pictures = shown.filter((output) => !isText(output));
  const best =
    pictures.find(({ item }) => item instanceof Map && item.get('type') === 'output') ??
    pictures[0] ??
    shown[0];
  return {
    count: files.length,
    previewable: shown.length,
    preview: best === undefined ? textPreview(all) : filePreview(best),
  };
}

function listOutputs(outputs: WireObject): readonly Output[] {
  const all: Output[] = [];
  for (const [nodeId, byType] of outputs) {
    if (!(byType instanceof Map)) continue;
    for (const [mediaType, items] of byType) {
      if (mediaType === 'animated' || !Array.isArray(items)) continue;
      all.push(...items.map((item) => ({ nodeId, mediaType, item })));
    }
  }
  return all;
}

function isVisible({ mediaType, item }: Output): boolean {
  const name = filename(item);
  return VISIBLE.has(mediaType) || MODEL_FILE.test(name) || TEXT_FILE.test(name);
}

function isText({ mediaType, item }: Output): boolean {
  return mediaType === 'text' || TEXT_FILE.test(filename(item));
}

function filename(item: WireValue): string {
  const name = item instanceof Map ? item.get('filename') : undefined;
  return typeof name === 'string' ? name : '';
}

function filePreview({ nodeId, mediaType, item }: Output): WireObject {
  const preview: WireObject = item instanceof Map ? new Map(item) : new Map<string, WireValue>();
  return preview.set('nodeId', nodeId).set('mediaType', mediaType);
}

function textPreview(all: readonly Output[]): WireObject | undefined {
  const text = all.find(({ mediaType, item }) => mediaType === 'text' && typeof item === 'string');
  if (typeof text?.item !== 'string') return undefined;
  const preview: WireObject = new Map([['content', text.item.slice(0, MAX_TEXT_LETTERS)]]);
  if (text.item.length > MAX_TEXT_LETTERS) preview.set('truncated', true);
  return preview.set('nodeId', text.nodeId).set('mediaType', text.mediaType);
}
