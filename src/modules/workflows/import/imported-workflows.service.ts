import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { Workflow } from '../public/workflow';
import { ImportResolver } from './import-resolver.service';
import { readImportText } from './import-text';
import {
  type FolderEntry,
  type FolderProblem,
  type FolderTexts,
  isImprovable,
  isNews,
  problemsOf,
  sameTexts,
  UNREAD,
  unreadProblem,
  waitingProblem,
  workflowOf,
} from './folder-entry';
import { brokenFile, type Pair, paired } from './folder-pairs';
import { classesIn, saidOf } from './own-classes';
import { fromKept, goesBefore, toKept } from './kept-import';
import type { Resolution } from './resolve-import';
import { UnreadableFile, WorkflowFolderStore } from './workflow-folder.store';

/** How long a look at the folder holds. Milliseconds. */
const LOOK_MS = 250;
/**
 * What a look reads anew, at least one file: ordinary workflows of this many bytes take a tenth of a second to be
 * understood, and nobody is answered meanwhile.
 */
const LOOK_BYTES = 256 * 1024;
/** A file that changed this recently may change again under the same stamp. Milliseconds. */
const STAMP_STEP_MS = 50;

/**
 * The workflows of the folder, live: each question looks whether files have changed, a few times a second at most. A
 * file that has become broken leaves the last good workflow in force; one that never was good disturbs nothing. The first
 * look, before the service listens, reads everything; later ones so much at a time, and tell what they haven't read yet.
 */
@Injectable()
export class ImportedWorkflows {
  private readonly logger = new Logger(ImportedWorkflows.name);
  private entries = new Map<string, FolderEntry>();
  private folderProblems: readonly FolderProblem[] = [];
  private lookedAt = -Infinity;
  private readonly unread = new Set<string>();
  /** Bytes that the look may still read. */
  private left = Infinity;
  private readonly inHand = new Map<string, InHand>();

  constructor(
    private readonly folder: WorkflowFolderStore,
    private readonly resolver: ImportResolver,
    private readonly clock: Clock,
  ) {}

  /** By id. */
  list(): readonly Workflow[] {
    this.look();
    return [...this.entries.values()].flatMap((entry) => workflowOf(entry) ?? []);
  }

  get(id: string): Workflow | undefined {
    this.look();
    const entry = this.entries.get(id);
    return entry && workflowOf(entry);
  }

  /** What became of a file of the folder; `undefined`: there is none of this id, or it can't be read. */
  resolution(id: string): Resolution | undefined {
    this.look();
    return this.entries.get(id)?.resolution ?? undefined;
  }

  /** What keeps the files of one id from being in the catalogue as they stand. */
  problemsOf(id: string): readonly FolderProblem[] {
    this.look();
    const known = this.entries.get(id)?.problems ?? [];
    return this.unread.has(id) ? [...known, unreadProblem(id)] : known;
  }

  /** Files that aren't in the catalogue as they stand. */
  problems(): readonly FolderProblem[] {
    this.look();
    return [
      ...this.folderProblems,
      ...[...this.entries.values()].flatMap(({ problems }) => problems),
      ...[...this.unread].map(unreadProblem),
    ];
  }

  /** Has the last look left something to the next one? */
  get isBehind(): boolean {
    return this.left < 0;
  }

  /** Looks at the folder now, whenever the last look was. */
  refresh(): void {
    this.left = this.lookedAt === -Infinity ? Infinity : LOOK_BYTES;
    this.lookedAt = this.clock.monotonic();
    this.unread.clear();
    const infos = this.resolver.known();
    try {
      const files = this.folder.list();
      const { pairs, problems } = paired(files);
      this.folderProblems = problems;
      this.entries = new Map(
        [...pairs].map(([id, pair]) => [id, this.entry(id, pair, infos)] as const),
      );
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      this.folderProblems = [brokenFile('', error.message)];
    }
  }

  /** What a file will become that is about to be placed, so that it needn't be found out again. */
  expect(id: string, text: string, resolution: Resolution): void {
    this.inHand.set(id, { text, resolution });
  }

  /** The file is there now, or won't come. */
  settle(id: string): void {
    this.refresh();
    this.inHand.delete(id);
  }

  private look(): void {
    if (this.clock.monotonic() - this.lookedAt >= LOOK_MS) this.refresh();
  }

  private entry(id: string, pair: Pair, infos: readonly ObjectInfo[]): FolderEntry {
    const known = this.entries.get(id) ?? UNREAD;
    const stamp = this.stampOf(pair);
    const mayStay = !isImprovable(known, infos);
    // Judged once for each answer of a node.
    const before = { ...known, infos };
    if (mayStay && stamp !== null && stamp === before.stamp) return before;
    if (!this.isItsTurn(id, pair)) {
      if (isNews(known, stamp)) this.unread.add(id);
      return known;
    }
    return this.readAnew(id, pair, { before, stamp, mayStay });
  }

  private readAnew(
    id: string,
    pair: Pair,
    {
      before,
      stamp,
      mayStay,
    }: Pick<FolderEntry, 'stamp'> & { before: FolderEntry; mayStay: boolean },
  ): FolderEntry {
    const { good, infos } = before;
    try {
      const texts = this.textsOf(id, pair);
      if (texts === null) return { ...UNREAD, good };
      if (mayStay && sameTexts(before.texts, texts)) return { ...before, stamp };
      // What nodes say of the very same text goes before what was made of it without them.
      const last = sameTexts(before.texts, texts) ? null : good;
      return this.made(id, texts, { stamp, infos, good: last });
    } catch (error) {
      return { ...UNREAD, stamp, good, problems: [brokenFile(`${id}.json`, this.reason(error))] };
    }
  }

  /** May a look read this file, too? What was just placed is asked for at once. */
  private isItsTurn(id: string, { workflow, manifest }: Pair): boolean {
    if (this.inHand.has(id)) return true;
    const isFull = this.left <= 0;
    this.left -= (workflow?.size ?? 0) + (manifest?.size ?? 0);
    return !isFull;
  }

  /** Whatever a file does to us, the others stay usable. */
  private reason(error: unknown): string {
    if (error instanceof UnreadableFile) return error.message;
    this.logger.warn({ err: error }, 'a file of the workflows folder could not be understood');
    return "can't be understood; the log says why";
  }

  private stampOf({ workflow, manifest }: Pair): string | null {
    const files = [workflow, manifest].flatMap((file) => file ?? []);
    const now = this.clock.now();
    const isFresh = files.some(({ changedAt }) => Math.abs(now - changedAt) < STAMP_STEP_MS);
    return isFresh ? null : files.map(({ name, stamp }) => `${name}:${stamp}`).join(' ');
  }

  private textsOf(id: string, { manifest }: Pair): FolderTexts | null {
    const workflow = this.folder.read(`${id}.json`);
    if (workflow === null) return null;
    return { workflow, manifest: manifest ? this.folder.read(manifest.name) : null };
  }

  private made(
    id: string,
    texts: FolderTexts,
    rest: Pick<FolderEntry, 'stamp' | 'infos' | 'good'>,
  ): FolderEntry {
    const read = readImportText(id, texts.workflow, texts.manifest);
    const resolution = this.resolved(id, texts, read, rest.infos);
    const classes = read.is === 'brought' ? classesIn(read.brought.text) : [];
    const said = saidOf(classes, rest.infos);
    const entry = { ...rest, texts, read, resolution, classes, said };
    switch (resolution.state) {
      case 'ready':
        return { ...entry, problems: [], good: resolution };
      case 'needs_nodes':
        return { ...entry, problems: [waitingProblem(id, resolution)], good: null };
      case 'broken':
        return { ...entry, problems: problemsOf(id, texts, resolution.faults) };
    }
  }

  private handed(id: string, { workflow, manifest }: FolderTexts): Resolution | undefined {
    const expected = this.inHand.get(id);
    return manifest === null && expected?.text === workflow ? expected.resolution : undefined;
  }

  private resolved(
    id: string,
    texts: FolderTexts,
    read: NonNullable<FolderEntry['read']>,
    infos: readonly ObjectInfo[],
  ): Resolution {
    if (read.is === 'broken') return { state: 'broken', faults: read.faults };
    if (read.is === 'whole')
      return { state: 'ready', workflow: read.workflow, guesses: {}, warnings: [], described: 0 };
    const source = JSON.stringify(texts);
    const kept = fromKept(id, this.folder.kept(id, source));
    const found = this.handed(id, texts) ?? this.resolver.resolve(read.brought);
    const areNodesKnown = infos.length > 0;
    if (kept && !goesBefore(found, kept, areNodesKnown)) return kept;
    // What nodes said is for the terminal, too, which asks none.
    if (areNodesKnown) this.folder.keep(id, source, toKept(found));
    return found;
  }
}

/** The resolution of a file that is about to come. */
interface InHand {
  readonly text: string;
  readonly resolution: Resolution;
}
