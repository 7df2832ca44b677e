import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { DatasetChangesStore } from '../datasets/dataset-changes.store';
import { captionName, DatasetFilesStore } from '../datasets/dataset-files.store';
import { DatasetLocks } from '../datasets/dataset-locks';
import { DatasetSlots } from '../datasets/dataset-slots';
import { DatasetsService } from '../datasets/datasets.service';
import type { EditCaptionsDto, SetCaptionsDto, UndoCaptionsDto } from '../dto/caption.request';
import type { CaptionsChanged, CaptionVersions } from '../dto/caption.response';
import { CaptionUndoEmpty, DatasetChanged } from '../datasets/dataset.errors';
import { CaptionEditorService } from './caption-editor.service';
import {
  type CaptionRequest,
  CaptionVersionsStore,
  type CaptionVersion,
  type ChangedCaption,
} from './caption-versions.store';

/** Changes in an answer. */
const MAX_ANSWERED = 100;

/** By picture; `null` for those that can't be read. */
type Captions = ReadonlyMap<string, string | null>;

/** Changes the captions of a dataset together, and keeps the earlier ones for undo. */
@Injectable()
export class CaptionsService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly files: DatasetFilesStore,
    private readonly changes: DatasetChangesStore,
    private readonly versions: CaptionVersionsStore,
    private readonly editor: CaptionEditorService,
    private readonly locks: DatasetLocks,
    private readonly slots: DatasetSlots,
    private readonly clock: Clock,
  ) {}

  /**
   * Edits all captions that can be read.
   * @throws DatasetNotFound, DatasetFrozen, DatasetChanged, ValidationFailed, DatasetWorkBusy, DiskFull
   */
  async edit(caller: Caller, id: string, body: EditCaptionsDto): Promise<CaptionsChanged> {
    const { find = null, replace = '', regex = false, prefix = '', suffix = '' } = body;
    if (find === null && prefix === '' && suffix === '')
      throw ValidationFailed.at(['body', 'find'], 'Send find, prefix or suffix.');
    const edit = { find, replace, regex, prefix, suffix };
    const run = async (): Promise<CaptionsChanged> => {
      const captions = await this.current(id, body.version);
      const edited = await this.editor.edit(caller.ownerId, readableOf(captions), edit);
      const after = new Map(edited.map(({ name, text }) => [name, text]));
      const skipped = [...captions.keys()].filter((name) => captions.get(name) === null);
      const changed = changesOf(captions, after);
      if (body.dry_run === true) return answer(changed, skipped, versionOf(captions));
      await this.store(id, changed, { kind: 'replace', ...edit });
      return answer(changed, skipped, versionOf(withChanges(captions, changed)));
    };
    if (body.dry_run !== true) return this.datasets.change(caller, id, run);
    await this.datasets.find(caller, id);
    return this.locks.run(id, run);
  }

  /**
   * Sets the captions of some pictures, and with them those of pictures that share their text files.
   * @throws what {@link edit} throws
   */
  async set(caller: Caller, id: string, body: SetCaptionsDto): Promise<CaptionsChanged> {
    return this.datasets.change(caller, id, async () => {
      const captions = await this.current(id, body.version);
      const changed = changesOf(captions, byPicture(captions, textsOf(captions, body)));
      await this.store(id, changed, { kind: 'set' });
      return answer(changed, [], versionOf(withChanges(captions, changed)));
    });
  }

  /**
   * Undoes the newest change. Captions that were changed after it stay as they are.
   * @throws DatasetNotFound, DatasetFrozen, DatasetChanged, CaptionUndoEmpty, DiskFull
   */
  async undo(caller: Caller, id: string, { version }: UndoCaptionsDto): Promise<CaptionsChanged> {
    return this.datasets.change(caller, id, async () => {
      const captions = await this.current(id, version);
      const newest = await this.versions.newest(id);
      if (!newest) throw new CaptionUndoEmpty();
      const unchanged = newest.captions.filter(({ name, after }) => captions.get(name) === after);
      const texts = new Map(unchanged.map((one) => [captionName(one.name), one.before]));
      const before = byPicture(captions, texts);
      const skipped = newest.captions.map(({ name }) => name).filter((name) => !before.has(name));
      const changed = changesOf(captions, before);
      await this.write(id, changed, { ...newest, captions: [], isUndone: true });
      return answer(changed, skipped, versionOf(withChanges(captions, changed)));
    });
  }

  /** Changes that can be undone, the newest first. @throws DatasetNotFound, DatasetWorkBusy */
  async list(caller: Caller, id: string): Promise<CaptionVersions> {
    await this.datasets.find(caller, id);
    return this.slots.run(caller.ownerId, async () => {
      const items = await this.versions.list(id);
      return { items, next_cursor: null, version: versionOf(await this.current(id)) };
    });
  }

  private async current(id: string, version?: string): Promise<Captions> {
    const captions = await this.files.captions(id, await this.files.pictures(id));
    const now = versionOf(captions);
    if (version !== undefined && version !== now) throw new DatasetChanged(now);
    return captions;
  }

  private async store(
    id: string,
    captions: readonly ChangedCaption[],
    request: CaptionRequest,
  ): Promise<void> {
    if (captions.length === 0) return;
    const number = await this.versions.nextNumber(id);
    const created_at = this.clock.timestamp();
    await this.write(id, captions, { number, created_at, request, captions, isUndone: false });
  }

  /** Writes all captions and the record of their change, or nothing. */
  private async write(
    id: string,
    captions: readonly ChangedCaption[],
    version: CaptionVersion,
  ): Promise<void> {
    const texts = new Map(captions.map(({ name, after }) => [captionName(name), after]));
    const files = [...texts].map(
      ([name, content]) => ({ folder: 'items', name, content }) as const,
    );
    const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
    await this.changes.apply(id, [...files, this.versions.fileOf(version)], bytes);
    await this.versions.prune(id);
  }
}

/** The sent texts by text file. @throws ValidationFailed */
function textsOf(captions: Captions, sent: SetCaptionsDto): ReadonlyMap<string, string> {
  const names = new Set<string>();
  const texts = new Map<string, string>();
  for (const [at, { name, caption }] of sent.captions.entries()) {
    const loc = ['body', 'captions', at, 'name'];
    if (captions.get(name) == null)
      throw ValidationFailed.at(
        loc,
        'Send the name of a picture that is in the dataset, and whose caption can be read.',
      );
    const [file, text] = [captionName(name), caption.trim()];
    if (names.has(name) || (texts.get(file) ?? text) !== text) {
      const first = sent.captions.findIndex((one) => captionName(one.name) === file);
      throw ValidationFailed.at(
        loc,
        `Send one caption for each picture, and for pictures that share ${file}: captions[${first}] is for it, too.`,
      );
    }
    names.add(name);
    texts.set(file, text);
  }
  return texts;
}

/** Pictures of the same name in two formats share a text file. */
const byPicture = (
  captions: Captions,
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> =>
  new Map(
    [...captions.keys()].flatMap((name): [string, string][] => {
      const text = texts.get(captionName(name));
      return text === undefined ? [] : [[name, text]];
    }),
  );

const readableOf = (captions: Captions): { name: string; text: string }[] =>
  [...captions].flatMap(([name, text]) => (text === null ? [] : [{ name, text }]));

/** A hash of all captions, to find out whether any has changed. */
function versionOf(captions: Captions): string {
  return createHash('sha256')
    .update(JSON.stringify([...captions]))
    .digest('hex')
    .slice(0, 16);
}

const changesOf = (captions: Captions, after: ReadonlyMap<string, string>): ChangedCaption[] =>
  [...after]
    .map(([name, text]) => ({ name, before: captions.get(name) ?? '', after: text }))
    .filter(({ name, after: text }) => captions.get(name) !== text);

const withChanges = (captions: Captions, changed: readonly ChangedCaption[]): Captions =>
  new Map([...captions, ...changed.map(({ name, after }) => [name, after] as const)]);

const answer = (
  changed: readonly ChangedCaption[],
  skipped: string[],
  version: string,
): CaptionsChanged => ({
  changed_count: changed.length,
  changes: changed.slice(0, MAX_ANSWERED),
  skipped,
  version,
});
