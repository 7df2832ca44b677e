import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { Workflow } from '../public/workflow';
import { fieldOf, type ImportFault, linesOf } from './import-fault';
import type { ImportText } from './import-text';
import { saidOf } from './own-classes';
import { classesOf, MOST_FAULTS, type Resolution } from './resolve-import';

/** A file of the workflows folder that isn't in the catalogue as it stands. */
export interface FolderProblem {
  readonly file: string;
  /**
   * `needs_nodes`: nothing is wrong with it; it is converted once a node offers its classes. `unread`: it came with many
   * others, and its turn comes within seconds.
   */
  readonly status: 'broken' | 'needs_nodes' | 'unread';
  /** Counts from 1; `null` where no line is to blame. */
  readonly line: number | null;
  /** `params.width.grid`; empty: the file as a whole. */
  readonly field: string;
  readonly reason: string;
}

/** The texts of a workflow's files. */
export interface FolderTexts {
  readonly workflow: string;
  readonly manifest: string | null;
}

/** A workflow's files as they were last read. */
export interface FolderEntry {
  /** Of the files at that time; `null`: too fresh to be sure that they stay so. */
  readonly stamp: string | null;
  readonly texts: FolderTexts | null;
  readonly read: ImportText | null;
  /** `null`: it couldn't even be read. */
  readonly resolution: Resolution | null;
  /** What the nodes said when it was last looked at. */
  readonly infos: readonly ObjectInfo[];
  /** The classes that it names, and what was said of these. */
  readonly classes: readonly string[];
  readonly said: string;
  readonly problems: readonly FolderProblem[];
  /** The last good resolution, in force while the file is broken. */
  readonly good: Extract<Resolution, { state: 'ready' }> | null;
}

/** A file that was never read. */
export const UNREAD: FolderEntry = {
  ...{ stamp: null, texts: null, read: null, resolution: null },
  ...{ infos: [], classes: [], said: '', problems: [], good: null },
};

/** Does a file wait that nobody has read, rather than one that nodes could say more of? */
export const isNews = ({ texts, stamp: last }: FolderEntry, stamp: string | null): boolean =>
  texts === null || (last !== null && last !== stamp);

/** What is in force of it. */
export const workflowOf = ({ good }: FolderEntry): Workflow | undefined => good?.workflow;

export const sameTexts = (a: FolderTexts | null, b: FolderTexts): boolean =>
  a?.workflow === b.workflow && a.manifest === b.manifest;

/** Could what nodes say now make more of the entry than it is? */
export function isImprovable(entry: FolderEntry, infos: readonly ObjectInfo[]): boolean {
  if (entry.read?.is !== 'brought' || !entry.resolution) return false;
  const isNews = infos.some((info) => !entry.infos.includes(info));
  return isNews && !isComplete(entry.resolution) && saidOf(entry.classes, infos) !== entry.said;
}

const isComplete = (resolution: Resolution): boolean =>
  resolution.state === 'ready' && resolution.described >= classesOf(resolution.workflow.graph).size;

/** Faults of a file, with the lines on which they are. */
export function problemsOf(
  id: string,
  texts: FolderTexts,
  faults: readonly ImportFault[],
): readonly FolderProblem[] {
  const lineAt = linesOf(texts.workflow);
  const manifestLineAt = linesOf(texts.manifest ?? '');
  return faults.slice(0, MOST_FAULTS).map(({ part, path, reason, line }) => {
    const said = { status: 'broken', field: fieldOf(path), reason } as const;
    if (part === 'manifest' && texts.manifest !== null) {
      const file = `${id}.manifest.json`;
      return { ...said, file, line: line ?? manifestLineAt(path) };
    }
    const place = part === 'manifest' ? ['manifest', ...path] : path;
    return { ...said, file: `${id}.json`, line: line ?? lineAt(place) };
  });
}

/** `x.json waits for …`; `x.json is broken: line 4, params.width.grid: must be an object`. */
export function asSentence({ file, status, line, field, reason }: FolderProblem): string {
  if (status !== 'broken') return `${file} ${reason}`;
  const place = [line === null ? '' : `line ${String(line)}`, field].filter((part) => part !== '');
  return `${file} is broken: ${place.length === 0 ? '' : `${place.join(', ')}: `}${reason}`;
}

/** `mine.json:12 params.width: must be …` */
export function asLine({ file, line, field, reason }: FolderProblem): string {
  const place = `${file}${line === null ? '' : `:${String(line)}`}`;
  return `${place} ${field === '' ? '' : `${field}: `}${reason}`.trim();
}

/** What is known of a file whose turn hasn't come: that it is there. */
export function unreadProblem(id: string): FolderProblem {
  const reason = 'has not been read yet: ask again in a few seconds';
  return { file: `${id}.json`, status: 'unread', line: null, field: '', reason };
}

const MOST_NAMED = 20;

/** What a file waits for. */
export function waitingProblem(
  id: string,
  { missing }: Extract<Resolution, { state: 'needs_nodes' }>,
): FolderProblem {
  const names = missing.map(({ class: name }) => name);
  const more = names.length > MOST_NAMED ? `, and ${String(names.length - MOST_NAMED)} more` : '';
  const reason =
    names.length === 0
      ? 'waits for the first node: it is converted by the classes that a node offers'
      : `waits for a node that offers ${names.slice(0, MOST_NAMED).join(', ')}${more}`;
  return { file: `${id}.json`, status: 'needs_nodes', line: null, field: '', reason };
}
