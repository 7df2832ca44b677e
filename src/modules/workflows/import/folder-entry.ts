import type { ObjectInfo } from '../../providers/public/comfy-types';
import { WORKFLOW_ID } from '../catalogue/workflow-id';
import { brokenFile, type FolderProblem, type FolderTexts } from './folder-problems';
import type { Resolution } from './resolve-import';
import {
  FILE_SUFFIX,
  type FolderFile,
  type FolderListing,
  MAX_WORKFLOWS,
} from './workflow-folder.store';

/** A workflow's file and the manifest beside it. */
export interface FilePair {
  readonly workflow?: FolderFile;
  readonly manifest?: FolderFile;
}

/** The state of a workflow's files after they were last read. */
export interface FolderEntry {
  /**
   * Stamp of both files when they were read; `null` if they changed so recently that the next refresh must read them
   * again.
   */
  readonly stamp: string | null;
  readonly texts: FolderTexts | null;
  /** `null` if it couldn't be read. */
  readonly resolution: Resolution | null;
  /** The nodes' catalogues at the last check. */
  readonly infos: readonly ObjectInfo[];
  /** Classes that nodes may describe better later; `null` if nodes don't affect the result. */
  readonly classes: readonly string[] | null;
  /** Digest of the nodes' descriptions of these classes. */
  readonly classDigest: string;
  readonly problems: readonly FolderProblem[];
  /** The last valid workflow, used while the file is broken. */
  readonly lastGood: Extract<Resolution, { state: 'ready' }> | null;
}

export const UNREAD_ENTRY: FolderEntry = {
  stamp: null,
  texts: null,
  resolution: null,
  infos: [],
  classes: null,
  classDigest: '',
  problems: [],
  lastGood: null,
};

export const sameTexts = (a: FolderTexts | null, b: FolderTexts): boolean =>
  a?.workflow === b.workflow && a.manifest === b.manifest;

/** The earlier resolution if the new one is equal, so that an unchanged workflow stays the same object. */
export const latest = (before: Resolution | null, now: Resolution): Resolution =>
  before && JSON.stringify(before) === JSON.stringify(now) ? before : now;

const BAD_NAME =
  'the name must be <id>.json or <id>.manifest.json; an id has lower-case letters, digits, - and _, at most 64';

/** The id in a file's name; `null` if the name contains none. */
export function idOfFile(name: string): string | null {
  const id = name.replace(FILE_SUFFIX, '');
  return id !== name && WORKFLOW_ID.test(id) ? id : null;
}

/** Pairs the folder's files by the id in their names. */
export function pairFiles({ files, unlisted }: FolderListing): {
  readonly pairs: ReadonlyMap<string, FilePair>;
  readonly problems: readonly FolderProblem[];
} {
  const pairs = new Map<string, FilePair>();
  const problems: FolderProblem[] = [];
  for (const file of files) {
    const id = idOfFile(file.name);
    const part = file.name.endsWith('.manifest.json') ? 'manifest' : 'workflow';
    if (id === null) problems.push(brokenFile(escaped(file.name), BAD_NAME));
    else pairs.set(id, { ...pairs.get(id), [part]: file });
  }
  for (const [id, { workflow, manifest }] of pairs) {
    if (workflow) continue;
    pairs.delete(id);
    problems.push(brokenFile(manifest?.name ?? '', `there is no ${id}.json beside it`));
  }
  if (unlisted > 0) problems.push(brokenFile('', tooManyWorkflows(unlisted)));
  return { pairs, problems };
}

const tooManyWorkflows = (unlisted: number): string =>
  `the last ${String(unlisted)} by name aren't read, because a folder may hold ${String(MAX_WORKFLOWS)} workflows: ` +
  'delete files that nobody needs';

/** Escapes line breaks and text-direction marks, which could forge the message that names the file. */
const escaped = (name: string): string =>
  name.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
