import type { FolderProblem } from './folder-entry';
import { type FolderFile, MOST_FILES } from './workflow-folder.store';

const ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** A workflow's file and the manifest beside it. */
export interface Pair {
  readonly workflow?: FolderFile;
  readonly manifest?: FolderFile;
}

/** A file that is of no use, where no line is to blame. */
export function brokenFile(file: string, reason: string): FolderProblem {
  return { file, status: 'broken', line: null, field: '', reason };
}

const MANIFEST = '.manifest.json';

/** Files by the id that their names give, and those whose names give none. */
export function paired(files: readonly FolderFile[]): {
  readonly pairs: ReadonlyMap<string, Pair>;
  readonly problems: readonly FolderProblem[];
} {
  const pairs = new Map<string, Pair>();
  const problems: FolderProblem[] = [];
  for (const file of files) {
    const id = file.name.replace(/(?:\.manifest)?\.json$/, '');
    const part = file.name.endsWith(MANIFEST) ? 'manifest' : 'workflow';
    if (ID.test(id)) pairs.set(id, { ...pairs.get(id), [part]: file });
    else problems.push(brokenFile(visible(file.name), BAD_NAME));
  }
  for (const [id, { workflow, manifest }] of pairs) {
    if (workflow) continue;
    pairs.delete(id);
    problems.push(brokenFile(manifest?.name ?? '', `there is no ${id}.json beside it`));
  }
  if (files.length >= MOST_FILES)
    problems.push(brokenFile('', `of more than ${MOST_FILES} files the rest isn't read`));
  return { pairs, problems };
}

const BAD_NAME =
  'the name must be <id>.json or <id>.manifest.json; an id has lower-case letters, digits, - and _, at most 64';

/** A line break in a name, or a mark that turns the direction of text, would make another sentence of what names it. */
const visible = (name: string): string =>
  name.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
