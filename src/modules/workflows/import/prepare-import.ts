import { manifestFromValue, type ManifestSource } from '../derivation/manifest';
import type { JsonRecord } from '../../../platform/json';
import type { WorkflowText } from '../json/workflow-text';
import type { ImportFault } from './import-fault';
import { manifestFaults, type ParsedImport } from './parse-import';
import { MAX_FILE_BYTES } from './workflow-folder.store';

/** Fields of an import that override those of the workflow file. */
export interface ImportOverrides {
  readonly name?: string | undefined;
  readonly manifest?: JsonRecord | undefined;
}

/** A checked import, ready to be resolved and written. */
export interface PreparedImport {
  readonly id: string;
  readonly parsed: Exclude<ParsedImport, { kind: 'broken' }>;
  /** Text of the workflow's file. Graph and manifest are in one file, so that it is written atomically. */
  readonly file: string;
}

export class ImportRejected extends Error {
  constructor(readonly faults: readonly ImportFault[]) {
    super('the import is not a workflow');
  }
}

/**
 * Puts name and manifest of an import over those in the file.
 * @param completeFile the text of a complete workflow file
 * @throws ImportRejected
 */
export function prepareImport(
  id: string,
  parsed: ParsedImport,
  overrides: ImportOverrides,
  completeFile: () => string,
): PreparedImport {
  if (parsed.kind === 'broken') throw new ImportRejected(parsed.faults);
  if (parsed.kind === 'complete') {
    refuseOverrides(overrides);
    return { id, parsed, file: completeFile() };
  }
  const manifest = withOverrides(parsed.candidate.manifest, overrides);
  const faults = manifestFaults(manifest);
  if (faults.length > 0) throw new ImportRejected(faults);
  const candidate = { ...parsed.candidate, manifest };
  const file = fileText({ ...toWrapper(candidate.text), manifest: manifest.manifest });
  if (Buffer.byteLength(file) > MAX_FILE_BYTES) throw new ImportRejected([TOO_LARGE]);
  return { id, parsed: { kind: 'graph', candidate }, file };
}

const TOO_LARGE: ImportFault = {
  part: 'workflow',
  path: [],
  reason: `must have at most ${String(MAX_FILE_BYTES / 1024 / 1024)} MiB as a file: leave out what no node needs, such as the file of the editor beside a graph`,
};

function refuseOverrides({ name, manifest }: ImportOverrides): void {
  const reason = 'Leave this out: the file in `graph` is a complete workflow.';
  const paths = [
    ...(name === undefined ? [] : [['name']]),
    ...(manifest === undefined ? [] : [[]]),
  ];
  const faults = paths.map((path): ImportFault => ({ part: 'manifest', path, reason }));
  if (faults.length > 0) throw new ImportRejected(faults);
}

function withOverrides(
  source: ManifestSource,
  { name, manifest }: ImportOverrides,
): ManifestSource {
  if (!manifest && name === undefined) return source;
  const named = name === undefined ? {} : { name };
  return manifestFromValue({ ...source.manifest, ...manifest, ...named });
}

/** An embedded workflow in the form of a file of the workflows folder. */
export function toWrapper(text: Exclude<WorkflowText, { format: 'none' }>): JsonRecord {
  if (text.format === 'editor') return { workflow: text.editor };
  return { prompt: text.graph, ...(text.editor === null ? {} : { workflow: text.editor }) };
}

export const fileText = (value: JsonRecord): string => `${JSON.stringify(value)}\n`;
