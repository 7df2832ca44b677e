import type { Answer, TestCaller } from './caller';

type Fields = Record<string, unknown>;

/** A project as it answers its tree. */
export interface Tree extends Fields {
  readonly id: string;
  readonly scenes: readonly (Fields & {
    readonly id: string;
    readonly scene_number: number;
    readonly shots: readonly (Fields & { readonly id: string; readonly shot_number: number })[];
  })[];
}

/** Creates projects for tests; throws if the service refuses a request. */
export class Story {
  private constructor(
    readonly caller: TestCaller,
    readonly id: string,
  ) {}

  static async create(caller: TestCaller, fields: Fields = {}): Promise<Story> {
    const { id } = created(await caller.post('/api/projects', { title: 'A film', ...fields }));
    return new Story(caller, id);
  }

  get path(): string {
    return `/api/projects/${this.id}`;
  }

  shotsPath(scene: string): string {
    return `${this.path}/scenes/${scene}/shots`;
  }

  async scene(scene_number: number, fields: Fields = {}): Promise<string> {
    const body = { scene_number, ...fields };
    return created(await this.caller.post(`${this.path}/scenes`, body)).id;
  }

  async shot(scene: string, fields: Fields = {}): Promise<string> {
    return created(await this.caller.post(this.shotsPath(scene), fields)).id;
  }

  async tree(): Promise<Tree> {
    return (await this.caller.get<Tree>(this.path)).body;
  }
}

function created({ status, body }: Answer): { readonly id: string } {
  const id = body['id'];
  if (status === 201 && typeof id === 'string') return { id };
  throw new Error(`not created: ${status} ${JSON.stringify(body)}`);
}
