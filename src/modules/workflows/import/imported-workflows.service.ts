import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { Workflow } from '../public/workflow';
import { classesIn, digestOfClasses } from './class-digests';
import {
  type FilePair,
  type FolderEntry,
  latest,
  pairFiles,
  sameTexts,
  UNREAD_ENTRY,
} from './folder-entry';
import {
  brokenFile,
  type FolderProblem,
  type FolderTexts,
  problemsOf,
  unreadFile,
  waitingFile,
} from './folder-problems';
import { ImportCacheStore } from './import-cache.store';
import { ImportResolverService } from './import-resolver.service';
import { type ParsedImport, parseImportText } from './parse-import';
import type { Resolution } from './resolve-import';
import { UnreadableFile, WorkflowFolderStore } from './workflow-folder.store';

/** Minimum time between two listings of the folder. Milliseconds. */
const MAX_AGE_MS = 250;
/** Maximum bytes per refresh (at least one file): reading them takes 0.1 s, during which all requests are blocked. */
const MAX_BYTES_PER_REFRESH = 256 * 1024;
/** A file that changed this recently may change again without a new stamp. Milliseconds. */
const STAMP_RESOLUTION_MS = 50;

/**
 * The workflows of the folder. Every read lists the folder, at most a few times a second, and reads changed files.
 * While a file is broken, its last valid workflow stays in use. The first refresh, before the service listens, reads
 * everything; later ones read a limited number of bytes and leave the other files to the next refresh.
 */
@Injectable()
export class ImportedWorkflowsService {
  private readonly logger = new Logger(ImportedWorkflowsService.name);
  private entries = new Map<string, FolderEntry>();
  private folderProblems: readonly FolderProblem[] = [];
  private refreshedAt = -Infinity;
  private readonly unread = new Set<string>();
  private bytesLeft = Infinity;

  constructor(
    private readonly folder: WorkflowFolderStore,
    private readonly cache: ImportCacheStore,
    private readonly resolver: ImportResolverService,
    private readonly clock: Clock,
  ) {}

  /** By id. */
  list(): readonly Workflow[] {
    this.refreshIfOld();
    return [...this.entries.values()].flatMap(({ lastGood }) => lastGood?.workflow ?? []);
  }

  get(id: string): Workflow | undefined {
    this.refreshIfOld();
    return this.entries.get(id)?.lastGood?.workflow;
  }

  /** The resolution of a file; `undefined` if there is no file of this id or it can't be read. */
  resolution(id: string): Resolution | undefined {
    this.refreshIfOld();
    return this.entries.get(id)?.resolution ?? undefined;
  }

  /** The problems of the files of one id. */
  problemsOf(id: string): readonly FolderProblem[] {
    this.refreshIfOld();
    const problems = this.entries.get(id)?.problems ?? [];
    return this.unread.has(id) ? [...problems, unreadFile(id)] : problems;
  }

  /** Files whose current content isn't in the catalogue. */
  problems(): readonly FolderProblem[] {
    this.refreshIfOld();
    return [
      ...this.folderProblems,
      ...[...this.entries.values()].flatMap(({ problems }) => problems),
      ...[...this.unread].map(unreadFile),
    ];
  }

  /** Did the last refresh leave files unread? */
  get hasUnread(): boolean {
    return this.bytesLeft < 0;
  }

  /** Reads the changed files of the folder. */
  refresh(): void {
    this.bytesLeft = this.refreshedAt === -Infinity ? Infinity : MAX_BYTES_PER_REFRESH;
    this.refreshedAt = this.clock.monotonic();
    this.unread.clear();
    const infos = this.resolver.infos();
    try {
      const { pairs, problems } = pairFiles(this.folder.list());
      this.folderProblems = problems;
      this.entries = new Map([...pairs].map(([id, pair]) => [id, this.entry(id, pair, infos)]));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      this.folderProblems = [brokenFile('', error.message)];
    }
  }

  /** Adds a file that was just written together with its resolution, so that it isn't resolved twice. */
  added(id: string, text: string, parsed: ParsedImport, resolution: Resolution): void {
    const texts = { workflow: text, manifest: null };
    const infos = this.resolver.infos();
    if (infos.length > 0 && parsed.kind === 'graph')
      this.cache.set(id, JSON.stringify(texts), resolution);
    const before = { ...UNREAD_ENTRY, infos };
    this.entries.set(id, this.entryFrom(id, texts, { before, parsed, resolution }));
  }

  /** Drops the cached state of a file that was just removed. */
  removed(id: string): void {
    this.cache.delete(id);
    this.refresh();
  }

  /** Undoes interrupted removals, and deletes temporary files and the cached resolutions of removed workflows. */
  async sweep(): Promise<void> {
    await this.folder.sweep();
    this.refresh();
    this.cache.sweep(new Set(this.entries.keys()));
  }

  private refreshIfOld(): void {
    if (this.clock.monotonic() - this.refreshedAt >= MAX_AGE_MS) this.refresh();
  }

  private entry(id: string, pair: FilePair, infos: readonly ObjectInfo[]): FolderEntry {
    const last = this.entries.get(id) ?? UNREAD_ENTRY;
    const stamp = this.stampOf(pair);
    const isCurrent = !this.isImprovable(last, infos);
    // A catalogue that was already checked can't change the result.
    const before = { ...last, infos };
    if (isCurrent && stamp !== null && stamp === before.stamp) return before;
    if (!this.mayRead(pair)) {
      if (last.texts === null || (last.stamp !== null && last.stamp !== stamp)) this.unread.add(id);
      return last;
    }
    return { ...this.readAgain(id, pair, before, isCurrent), stamp };
  }

  /** Could the current catalogues of the nodes change the file's resolution? */
  private isImprovable(entry: FolderEntry, infos: readonly ObjectInfo[]): boolean {
    const { classes, resolution } = entry;
    if (classes === null || !resolution) return false;
    const isChanged = infos.some((info) => !entry.infos.includes(info));
    return isChanged && digestOfClasses(classes, infos) !== entry.classDigest;
  }

  private mayRead({ workflow, manifest }: FilePair): boolean {
    const isAllowed = this.bytesLeft > 0;
    this.bytesLeft -= (workflow?.size ?? 0) + (manifest?.size ?? 0);
    return isAllowed;
  }

  private stampOf({ workflow, manifest }: FilePair): string | null {
    const files = [workflow, manifest].flatMap((file) => file ?? []);
    const now = this.clock.now();
    const isFresh = files.some(({ changedAt }) => Math.abs(now - changedAt) < STAMP_RESOLUTION_MS);
    return isFresh ? null : files.map(({ name, stamp }) => `${name}:${stamp}`).join(' ');
  }

  private readAgain(
    id: string,
    pair: FilePair,
    before: FolderEntry,
    isCurrent: boolean,
  ): FolderEntry {
    const { lastGood, infos } = before;
    try {
      const texts = this.textsOf(id, pair);
      if (texts === null) return { ...UNREAD_ENTRY, lastGood };
      const isUnchanged = sameTexts(before.texts, texts);
      if (isCurrent && isUnchanged) return before;
      const parsed = parseImportText(id, texts.workflow, texts.manifest);
      const resolved = this.resolve(id, texts, parsed, infos);
      const resolution = isUnchanged ? latest(before.resolution, resolved) : resolved;
      // A resolution with nodes replaces one of the same text without them.
      const replaced = isUnchanged ? { ...before, lastGood: null } : before;
      return this.entryFrom(id, texts, { before: replaced, parsed, resolution });
    } catch (error) {
      const problems = [brokenFile(`${id}.json`, this.reasonOf(error))];
      return { ...UNREAD_ENTRY, lastGood, problems };
    }
  }

  /** An unexpected error in one file must not make the others unusable. */
  private reasonOf(error: unknown): string {
    if (error instanceof UnreadableFile) return error.message;
    this.logger.warn({ err: error }, 'a file of the workflows folder could not be understood');
    return "can't be understood; the log says why";
  }

  private textsOf(id: string, { manifest }: FilePair): FolderTexts | null {
    const workflow = this.folder.read(`${id}.json`);
    if (workflow === null) return null;
    return { workflow, manifest: manifest ? this.folder.read(manifest.name) : null };
  }

  private entryFrom(
    id: string,
    texts: FolderTexts,
    {
      before: { infos, lastGood },
      parsed,
      resolution,
    }: { before: FolderEntry; parsed: ParsedImport; resolution: Resolution },
  ): FolderEntry {
    const classes = parsed.kind === 'graph' ? classesIn(parsed.candidate.text) : null;
    const classDigest = classes === null ? '' : digestOfClasses(classes, infos);
    const entry = { stamp: null, infos, texts, resolution, classes, classDigest };
    switch (resolution.state) {
      case 'ready':
        return { ...entry, problems: [], lastGood: resolution };
      case 'needs_nodes':
        return { ...entry, problems: [waitingFile(id, resolution)], lastGood: null };
      case 'broken':
        return { ...entry, problems: problemsOf(id, texts, resolution.faults), lastGood };
    }
  }

  private resolve(
    id: string,
    texts: FolderTexts,
    parsed: ParsedImport,
    infos: readonly ObjectInfo[],
  ): Resolution {
    if (parsed.kind !== 'graph') return this.resolver.resolve(parsed);
    const source = JSON.stringify(texts);
    const cached = this.cache.get(id, source);
    const resolution = this.resolver.resolve(parsed);
    const areNodesKnown = infos.length > 0;
    if (cached && !replacesCached(resolution, cached, areNodesKnown)) return cached;
    if (areNodesKnown && latest(cached, resolution) !== cached)
      this.cache.set(id, source, resolution);
    return resolution;
  }
}

/**
 * A cached workflow stays while nodes describe fewer of its classes than before. Other cached results stay only while no
 * node is known.
 */
function replacesCached(now: Resolution, cached: Resolution, areNodesKnown: boolean): boolean {
  if (cached.state !== 'ready') return areNodesKnown;
  return now.state === 'ready' && now.described >= cached.described;
}
