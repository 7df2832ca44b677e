import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestCaller } from './caller';
import { eventually } from './eventually';
import { TestKinora } from './kinora';
import { png } from './media-samples';
import { Story } from './story';

export interface Render {
  readonly id: string;
  readonly status: string;
  readonly seconds: number;
  readonly frames_done: number;
  readonly frames_total: number;
  readonly path: string | null;
  readonly poster: string | null;
  readonly finished_at: string;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** Settings with which a render takes little time. */
export const FAST = { resolution: '480p', fps: 10, subtitles: 'none' };

const SEGMENT = /^segment-.*\.mp4$/;

/** A service, and somebody who has films made. */
export class RenderTests {
  private constructor(
    public kinora: TestKinora,
    readonly keeper: TestCaller & { readonly key: string },
    /** A picture of the keeper. */
    readonly image: string,
  ) {}

  static async start(): Promise<RenderTests> {
    const kinora = await TestKinora.start();
    const keeper = await kinora.agent('keeper');
    const { path } = (await keeper.upload('pier.png', await png(64, 36))).body;
    return new RenderTests(kinora, keeper, path);
  }

  async uploaded(caller: TestCaller, name: string, bytes: Buffer): Promise<string> {
    return (await caller.upload(name, bytes)).body.path;
  }

  /** A project of stills. */
  async story(caller: TestCaller, lengths: readonly number[], picture = this.image) {
    const made = await Story.create(caller, { title: 'The lantern', aspect_ratio: '16:9' });
    const scene = await made.scene(1, { title: 'The pier' });
    for (const duration_seconds of lengths)
      await made.shot(scene, { duration_seconds, image: picture });
    return { renders: `${made.path}/renders`, scene, story: made };
  }

  ended(caller: TestCaller, renders: string, id: string): Promise<Render> {
    return eventually(async () => {
      const { body } = await caller.get<Render>(`${renders}/${id}?wait=50`);
      return !['queued', 'running'].includes(body.status) && body;
    }, `the end of render ${id}`);
  }

  /** Folder of an unfinished render. */
  filesOf(id: string): string {
    return join(this.kinora.folder, 'data', 'renders', id);
  }

  /** Waits for the first finished segment: how far a render is, is written only once a second. */
  begun(id: string): Promise<unknown> {
    return eventually(() => {
      const files = existsSync(this.filesOf(id)) ? readdirSync(this.filesOf(id)) : [];
      return Promise.resolve(files.some((name) => SEGMENT.test(name)));
    });
  }
}
