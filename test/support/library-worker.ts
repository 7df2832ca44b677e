import { isDeepStrictEqual } from 'node:util';
import { type LibraryClient, type MediaRecord, ServiceGone, sha256Of } from './library-client';
import {
  changed,
  type ChangePicture,
  merged,
  NEW_PICTURE,
  type Picture,
  pictureOf,
  type Pictures,
} from './library-pictures';
import type { SeededRandom } from './seeded-random';
import { readZip } from './zip-reader';

/** A request, and the pictures of the library after it. */
interface Change {
  readonly after: Pictures;
  readonly send: () => Promise<Answer>;
}
interface Answer {
  readonly failed?: readonly unknown[];
  readonly undo?: { readonly token: string };
}
interface Selection {
  readonly selected: readonly string[];
  readonly body: object;
}

const TAGS = ['red', 'blue', 'green'];
const MAX_PICTURES = 16;

/**
 * Sends one random request after another that changes its own pictures, and records the expected pictures: the result of
 * all answered requests. A request that was not answered may have taken effect completely or not at all.
 */
export class LibraryWorker {
  private pictures: Pictures = new Map();
  /** The expected pictures if the unanswered request has taken effect. */
  private unanswered: Pictures | null = null;
  /** The token that undoes the last change, and the pictures after that. */
  private undo: { readonly token: string; readonly before: Pictures } | null = null;
  private readonly paths = new Map<string, string>();
  private readonly sources = new Map<string, Buffer<ArrayBuffer>>();
  /** How many requests were answered. */
  answered = 0;
  /** Paths of purged pictures. */
  readonly purged: string[] = [];

  /** @param word a word that only this worker's pictures have in their description */
  constructor(
    private readonly word: string,
    private readonly client: LibraryClient,
    private readonly random: SeededRandom,
    private readonly options: { readonly collection: string; readonly base: Buffer },
  ) {}

  /** Uploads the first pictures. */
  async begin(count: number): Promise<void> {
    while (this.pictures.size < count) await this.apply(this.upload());
  }

  /** Sends requests until the service is gone. */
  async run(): Promise<void> {
    for (;;) {
      const change = this.next();
      if (!change) continue;
      try {
        await this.apply(change);
      } catch (error) {
        if (!(error instanceof ServiceGone)) throw error;
        this.unanswered = change.after;
        return;
      }
    }
  }

  /** Compares the library with the expected pictures, and continues from its actual state. @returns the number of own pictures */
  verify(records: readonly MediaRecord[], collected: ReadonlySet<string>): number {
    const own = records.filter(({ sha256 }) => this.sources.has(sha256));
    const actual = new Map(own.map((record) => [record.sha256, pictureOf(record, collected)]));
    expect([this.pictures, this.unanswered ?? this.pictures]).toContainEqual(actual);
    for (const { sha256, path } of own) this.setPath(sha256, path);
    if (!isDeepStrictEqual(actual, this.pictures)) this.undo = null;
    this.unanswered = null;
    this.accept(actual);
    return own.length;
  }

  private async apply({ after, send }: Change): Promise<void> {
    const { failed = [], undo } = await send();
    expect(failed).toEqual([]);
    this.undo = undo ? { token: undo.token, before: this.pictures } : null;
    this.accept(after);
    this.answered += 1;
  }

  private accept(after: Pictures): void {
    for (const sha256 of this.pictures.keys()) {
      if (after.has(sha256)) continue;
      this.purged.push(this.pathOf(sha256));
      this.paths.delete(sha256);
    }
    this.pictures = after;
  }

  private pathOf(sha256: string): string {
    const path = this.paths.get(sha256);
    if (path === undefined) throw new Error(`${sha256} of ${this.word} has no path`);
    return path;
  }

  /** A picture keeps its path until it is purged. */
  private setPath(sha256: string, path: string): void {
    expect(path).toBe(this.paths.get(sha256) ?? path);
    this.paths.set(sha256, path);
  }

  private next(): Change | null {
    const { undo } = this;
    if (undo && this.random.flag()) {
      this.undo = null;
      return { after: undo.before, send: () => this.client.send(`/api/undo/${undo.token}`, {}) };
    }
    return this.random.pick([
      () => this.upload(),
      () => this.bulk('delete', false, (picture) => ({ ...picture, trashed: true })),
      () => this.bulk('restore', true, (picture) => ({ ...picture, trashed: false })),
      () => this.bulk('purge', true, () => null),
      () => this.describe(),
      () => this.collect(),
      () => this.merge(),
      () => this.archive(),
    ])();
  }

  /** Uploads a new picture or one that was uploaded before, twice at the same time. */
  private upload(): Change {
    const sent = [...this.sources.values()];
    const repeats = this.pictures.size >= MAX_PICTURES || (sent.length > 4 && this.random.flag());
    const bytes = repeats ? this.random.pick(sent) : this.newPicture();
    const sha256 = sha256Of(bytes);
    const picture = { ...(this.pictures.get(sha256) ?? NEW_PICTURE), trashed: false };
    const uploadOnce = () => this.client.upload(bytes, `a picture of ${this.word}`);
    return {
      after: new Map(this.pictures).set(sha256, picture),
      send: async () => {
        const records = await Promise.all([uploadOnce(), uploadOnce()]);
        for (const { path } of records) this.setPath(sha256, path);
        return {};
      },
    };
  }

  private newPicture(): Buffer<ArrayBuffer> {
    const padding = Buffer.alloc(16 + this.random.below(60_000), `${this.word} `);
    padding.writeUInt32LE(this.sources.size);
    const bytes = Buffer.concat([this.options.base, padding]);
    this.sources.set(sha256Of(bytes), bytes);
    return bytes;
  }

  private describe(): Change | null {
    const [tag, field] = [this.random.pick(TAGS), this.random.pick(['add_tags', 'remove_tags'])];
    const [rating, favourite] = [this.random.below(6), this.random.flag()];
    const change = (picture: Picture): Picture => {
      const tags = new Set([...picture.tags, tag]);
      if (field === 'remove_tags') tags.delete(tag);
      return { ...picture, rating, favourite, tags };
    };
    return this.bulk('metadata', false, change, { [field]: [tag], rating, favourite });
  }

  /** A bulk request for some pictures by path, or for those that a filter finds. */
  private bulk(
    action: string,
    trashed: boolean,
    change: ChangePicture,
    fields: object = {},
  ): Change | null {
    const candidates = [...this.pictures.keys()].filter(
      (sha256) => this.pictures.get(sha256)?.trashed === trashed,
    );
    const { selected, body } = this.random.flag()
      ? this.someByPath(candidates)
      : this.byFilter(candidates);
    if (selected.length === 0) return null;
    return {
      after: changed(this.pictures, selected, change),
      send: () => this.client.send(`/api/media/${action}`, { ...body, ...fields }),
    };
  }

  private someByPath(candidates: readonly string[]): Selection {
    const some = candidates.filter(() => this.random.flag());
    return { selected: some, body: { paths: some.map((sha256) => this.pathOf(sha256)) } };
  }

  private byFilter(candidates: readonly string[]): Selection {
    const tag = this.random.pick([...TAGS, null]);
    const matches = candidates.filter(
      (sha256) => tag === null || this.pictures.get(sha256)?.tags.has(tag),
    );
    const filter = { q: this.word, ...(tag === null ? {} : { tag: [tag] }) };
    return { selected: matches, body: { filter } };
  }

  private collect(): Change | null {
    const live = this.newestLive(8);
    if (live.length === 0) return null;
    const collected = this.random.flag();
    const url = `/api/collections/${this.options.collection}/items`;
    const paths = live.map((sha256) => this.pathOf(sha256));
    return {
      after: changed(this.pictures, live, (picture) => ({ ...picture, collected })),
      send: () => this.client.send(url, { paths }, collected ? 'POST' : 'DELETE'),
    };
  }

  private merge(): Change | null {
    const [keep, ...others] = this.newestLive(3);
    if (keep === undefined || others.length === 0) return null;
    const merge = others.map((sha256) => this.pathOf(sha256));
    const body = { keep: this.pathOf(keep), merge };
    return {
      after: merged(this.pictures, keep, others),
      send: () => this.client.send('/api/media/duplicates/resolve', body),
    };
  }

  /** Downloads an archive and checks that it is complete. */
  private archive(): Change | null {
    const live = this.newestLive(MAX_PICTURES);
    if (live.length === 0) return null;
    const paths = live.map((sha256) => this.pathOf(sha256));
    return {
      after: this.pictures,
      send: async () => {
        const files = readZip(await this.client.download('/api/media/archive', { paths }));
        expect(files.delete('manifest.json')).toBe(true);
        expect([...files.values()].map(sha256Of)).toEqual(live);
        return {};
      },
    };
  }

  private newestLive(most: number): string[] {
    const live = [...this.pictures].filter(([, { trashed }]) => !trashed);
    return live.slice(-most).map(([sha256]) => sha256);
  }
}
