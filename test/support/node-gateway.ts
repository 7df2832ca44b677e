import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ComfyGraph } from '../../src/modules/providers/public/comfy-types';
import type {
  NodeJob,
  NodeOutput,
  NodeResult,
  SubmitOutcome,
  UploadedInput,
} from '../../src/modules/providers/public/node-access';
import { eventually } from './eventually';
import { type GatewayFixture, gatewayFixture, oneNode } from './gateway-fixture';
import type { NodeUnderTest } from './node-under-test';

/** Long timeouts for a busy node: these tests check answers, not times. */
const PATIENCE_MS = 120_000;

export type OutputFile = Extract<NodeOutput, { kind: 'file' }>;

/** The gateway to the node, with helpers for frequent calls. */
export class NodeGateway {
  private fixture: GatewayFixture | undefined;

  constructor(private readonly node: NodeUnderTest) {
    beforeAll(() => {
      this.fixture = gatewayFixture(oneNode(node.url));
    });
    afterAll(() => this.fixture?.close());
  }

  get parts(): GatewayFixture {
    if (!this.fixture) throw new Error('not before the tests');
    return this.fixture;
  }

  get access(): GatewayFixture['gateway'] {
    return this.parts.gateway;
  }

  submit(promptId: string, graph: ComfyGraph): Promise<SubmitOutcome> {
    return this.access.submit('a', { promptId, clientId: 'nobody', graph });
  }

  /** Submits a valid graph. @returns its prompt id */
  async start(graphOf: (prefix: string) => ComfyGraph): Promise<string> {
    const promptId = this.node.promptId();
    const graph = graphOf(`kinora-test/${promptId}`);
    this.node.requireClasses(graph);
    const outcome = await this.submit(promptId, graph);
    expect(outcome).toMatchObject({ kind: 'accepted', nodeErrors: {} });
    return promptId;
  }

  lookUp(promptId: string): Promise<NodeJob> {
    return this.access.lookUp('a', promptId, PATIENCE_MS);
  }

  async result(promptId: string): Promise<NodeResult> {
    return eventually(async () => {
      const job = await this.lookUp(promptId);
      return job.state === 'finished' && job.result;
    });
  }

  async run(graphOf: (prefix: string) => ComfyGraph): Promise<NodeResult> {
    return this.result(await this.start(graphOf));
  }

  async bytes(output: NodeOutput | undefined): Promise<Buffer> {
    const { stream, size } = await this.access.download('a', output as OutputFile);
    const content = await buffer(stream);
    expect(size === null || size === content.length).toBe(true);
    return content;
  }

  upload(filename: string, content: Buffer, subfolder = 'kinora-test'): Promise<UploadedInput> {
    const open = (): Readable => Readable.from([content]);
    return this.access.upload('a', { open, size: content.length, filename, subfolder });
  }
}
