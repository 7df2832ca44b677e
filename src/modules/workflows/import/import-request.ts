import type { ValidationItem } from '../../../platform/errors/validation-failed';
import { type JsonRecord, isRecord } from '../../../platform/json';
import { givenManifest, type ManifestSource } from '../derivation/manifest';
import type { WorkflowText } from '../json/workflow-text';
import type { ImportFault, JsonPath } from './import-fault';
import type { ImportText } from './import-text';

/** What a request says beside the workflow itself. */
export interface Said {
  readonly name?: string;
  readonly manifest?: JsonRecord;
}

/** Faults as places of the body. `at`: where the workflow came from, `graph` or `media`. */
export function asItems(
  faults: readonly ImportFault[],
  at: 'graph' | 'media',
  said: Said,
): readonly ValidationItem[] {
  return faults.map(({ part, path, reason }) => ({
    loc: ['body', ...placeIn(part, path, at, said)],
    msg: reason,
    type: 'value_error',
  }));
}

function placeIn(
  part: ImportFault['part'],
  path: JsonPath,
  at: 'graph' | 'media',
  { name, manifest }: Said,
): JsonPath {
  if (part === 'manifest' && path[0] === 'name' && name !== undefined) return ['name'];
  if (part === 'manifest' && manifest) return ['manifest', ...path];
  // Nobody can see into the media file.
  if (at === 'media') return ['media'];
  return part === 'manifest' ? ['graph', 'manifest', ...path] : ['graph', ...path];
}

/** The manifest that came with the workflow, with the request's word over it, field by field. */
export function manifestOver(brought: ManifestSource, { name, manifest }: Said): ManifestSource {
  if (!manifest && name === undefined) return brought;
  return givenManifest({
    ...brought.manifest,
    ...manifest,
    ...(name === undefined ? {} : { name }),
  });
}

/** What a media file carries, as a file of the folder would hold it. */
export function wrapped(text: Exclude<WorkflowText, { format: 'none' }>): JsonRecord {
  if (text.format === 'editor') return { workflow: text.editor };
  return { prompt: text.graph, ...(text.editor === null ? {} : { workflow: text.editor }) };
}

/** The file that keeps an import: everything in one, so that it is there whole or not at all. */
export function fileFor(read: Exclude<ImportText, { is: 'broken' }>, value: unknown): string {
  if (read.is === 'whole' && isRecord(value)) return written(value);
  if (read.is === 'whole') return written({});
  const { text, manifest } = read.brought;
  return written({ ...wrapped(text), manifest: manifest.manifest });
}

const written = (value: JsonRecord): string => `${JSON.stringify(value)}\n`;
