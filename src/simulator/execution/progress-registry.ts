import type { WireObject, WireValue } from '../wire/json';

type NodeState = 'running' | 'finished';

interface NodeProgress {
  value: WireValue;
  max: WireValue;
  state: NodeState;
}

/** How far each node of one prompt is: the data of `progress_state`, which grows with the graph. */
export class ProgressRegistry {
  private readonly nodes = new Map<string, NodeProgress>();

  constructor(
    private readonly promptId: string,
    private readonly changed: (data: WireObject) => void,
  ) {}

  start(nodeId: string): void {
    this.set(nodeId, { value: 0, max: 1, state: 'running' });
  }

  update(nodeId: string, value: number, max: number): void {
    this.set(nodeId, { value, max, state: 'running' });
  }

  finish(nodeId: string): void {
    const max = this.nodes.get(nodeId)?.max ?? 1;
    this.set(nodeId, { value: max, max, state: 'finished' });
  }

  private set(nodeId: string, progress: NodeProgress): void {
    this.nodes.set(nodeId, progress);
    this.changed(
      new Map<string, WireValue>([
        ['prompt_id', this.promptId],
        ['nodes', new Map([...this.nodes].map(([id, state]) => [id, this.describe(id, state)]))],
      ]),
    );
  }

  private describe(nodeId: string, progress: NodeProgress): WireObject {
    return new Map<string, WireValue>([
      ['value', progress.value],
      ['max', progress.max],
      ['state', progress.state],
      ['node_id', nodeId],
      ['prompt_id', this.promptId],
      ['display_node_id', nodeId],
      ['parent_node_id', null],
      ['real_node_id', nodeId],
    ]);
  }
}
