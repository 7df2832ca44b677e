import type { ComfyGraph } from '../../src/modules/providers/public/comfy-types';
import type { NodeJobRecord, NodeService } from './node-service';
import type { NodeUnderTest } from './node-under-test';
import { pixelsOf } from './pixels';

/** A body of `POST /api/image/generate`. */
export type Fields = Record<string, unknown>;

/** Pictures that the whole service makes on the node under test. */
export class NodePictures {
  constructor(
    private readonly service: NodeService,
    private readonly node: NodeUnderTest,
  ) {}

  /** @returns the prompt id */
  async submit(fields: Fields): Promise<string> {
    const { status, body } = await this.service.http.post('/api/image/generate', fields);
    expect([status, body['detail']]).toEqual([200, undefined]);
    expect(body['ok']).toBe(true);
    return String(body['prompt_id']);
  }

  /** Submits, and waits for the one picture of it. */
  async generate(fields: Fields): Promise<NodeJobRecord> {
    const job = await this.service.finished(await this.submit(fields));
    expect([job.status, job.error]).toEqual(['completed', null]);
    expect(job.outputs).toHaveLength(1);
    return job;
  }

  file(job: NodeJobRecord): Promise<Buffer> {
    return this.service.file(job.outputs[0]);
  }

  async pixels(job: NodeJobRecord): Promise<Buffer> {
    return pixelsOf(await this.file(job));
  }

  /** The graph of the job; checks that the node's history has the same. */
  async graphOf({ prompt_id }: NodeJobRecord): Promise<ComfyGraph> {
    const { body } = await this.service.http.get<ComfyGraph>(`/api/jobs/${prompt_id}/graph`);
    expect((await this.node.history(prompt_id))?.prompt[2]).toEqual(body);
    return body;
  }

  /** @returns the path in the catalogue */
  async upload(content: Buffer, name = 'source.png'): Promise<string> {
    const { status, body } = await this.service.http.as(null).upload(name, content);
    expect([name, status]).toEqual([name, 201]);
    return body.path;
  }
}
