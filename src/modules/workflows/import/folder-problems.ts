import { fieldOf, linesOf } from '../json/json-path';
import type { ImportFault } from './import-fault';
import { MAX_FAULTS, type Resolution } from './resolve-import';

/** A file of the workflows folder whose current content isn't in the catalogue. */
export interface FolderProblem {
  readonly file: string;
  /**
   * `needs_nodes`: the file is fine and is converted once a node offers its classes. `unread`: many files came at once,
   * and this one is read within seconds.
   */
  readonly status: 'broken' | 'needs_nodes' | 'unread';
  /** Counts from 1; `null` if the problem isn't in a single line. */
  readonly line: number | null;
  /** For instance `params.width.grid`; empty for the file as a whole. */
  readonly field: string;
  readonly reason: string;
}

/** The texts of a workflow's file and of the manifest beside it. */
export interface FolderTexts {
  readonly workflow: string;
  readonly manifest: string | null;
}

/** A problem of a whole file. */
export function brokenFile(file: string, reason: string): FolderProblem {
  return { file, status: 'broken', line: null, field: '', reason };
}

export function unreadFile(id: string): FolderProblem {
  const reason = 'has not been read yet: ask again in a few seconds';
  return { file: `${id}.json`, status: 'unread', line: null, field: '', reason };
}

const MAX_NAMED_CLASSES = 20;

export function waitingFile(
  id: string,
  { missing }: Extract<Resolution, { state: 'needs_nodes' }>,
): FolderProblem {
  const names = missing.map(({ class: name }) => name);
  const rest = names.length - MAX_NAMED_CLASSES;
  const more = rest > 0 ? `, and ${String(rest)} more` : '';
  const reason =
    names.length === 0
      ? 'waits for the first node: it is converted by the classes that a node offers'
      : `waits for a node that offers ${names.slice(0, MAX_NAMED_CLASSES).join(', ')}${more}`;
  return { file: `${id}.json`, status: 'needs_nodes', line: null, field: '', reason };
}

/** Faults of a workflow's files, with their lines. */
export function problemsOf(
  id: string,
  texts: FolderTexts,
  faults: readonly ImportFault[],
): readonly FolderProblem[] {
  const workflowLine = linesOf(texts.workflow);
  const manifestLine = linesOf(texts.manifest ?? '');
  return faults.slice(0, MAX_FAULTS).map(({ part, path, reason, line }) => {
    const problem = { status: 'broken', field: fieldOf(path), reason } as const;
    if (part === 'manifest' && texts.manifest !== null) {
      const file = `${id}.manifest.json`;
      return { ...problem, file, line: line ?? manifestLine(path) };
    }
    const pathInFile = part === 'manifest' ? ['manifest', ...path] : path;
    return { ...problem, file: `${id}.json`, line: line ?? workflowLine(pathInFile) };
  });
}

/** `x.json waits for …`; `x.json is broken: line 4, params.width.grid: must be an object`. */
export function problemSentence({ file, status, line, field, reason }: FolderProblem): string {
  if (status !== 'broken') return `${file} ${reason}`;
  const position = [line === null ? '' : `line ${String(line)}`, field]
    .filter((part) => part !== '')
    .join(', ');
  return `${file} is broken: ${position === '' ? '' : `${position}: `}${reason}`;
}

/** `mine.json:12 params.width: must be …` */
export function problemLine({ file, line, field, reason }: FolderProblem): string {
  const position = `${file}${line === null ? '' : `:${String(line)}`}`;
  return `${position} ${field === '' ? '' : `${field}: `}${reason}`.trim();
}
