import type { NodeResult } from '../classes/node-run';
import { fingerprintOf } from '../classes/fingerprint';
import { lazyInputs, requiredLazyInputs } from '../classes/lazy-inputs';
import type { PromptOutcome } from '../queue/history';
import type { QueueItem } from '../queue/queue-item';
import { classOf, inputsOf, linkOf } from '../validation/links';
import type { WireObject, WireValue } from '../wire/json';
import { describeFailure } from './execution-failure';
import { ExecutionEvents, type EventSink } from './execution-events';
import { ExecutionList } from './execution-list';
import { Interrupted, NodeStopped } from './interruption';
import {
  resolveInputs,
  runNode,
  inputsWithHidden,
  type RunningPrompt,
  type ExecutionServices,
} from './node-runner';
import { nodeSignature } from './node-signature';
import type { CacheEntry } from './output-cache';
import { ProgressRegistry } from './progress-registry';

/** Executes one prompt after another. */
export class PromptExecutor {
  /** The running graph node and its client, which learns of it when it connects during the run. */
  current: { readonly clientId: string; readonly nodeId: string } | undefined;

  constructor(
    private readonly services: ExecutionServices,
    private readonly sink: EventSink,
  ) {}

  /** Runs a prompt to its end. Throws only `NodeStopped`. */
  async execute(item: QueueItem): Promise<{ outcome: PromptOutcome; events: ExecutionEvents }> {
    const run = new PromptRun(item, this.services, this.sink);
    const clientId = run.events.clientId;
    try {
      const outcome = await run.execute((nodeId) => {
        if (clientId !== undefined) this.current = { clientId, nodeId };
      });
      return { outcome, events: run.events };
    } finally {
      this.current = undefined;
    }
  }
}

/** The execution of one prompt. */
class PromptRun {
  readonly events: ExecutionEvents;
  private readonly running: RunningPrompt;
  private readonly signatures = new Map<string, string>();
  private readonly executed = new Set<string>();
  private readonly ui: WireObject = new Map();

  constructor(
    private readonly item: QueueItem,
    private readonly services: ExecutionServices,
    sink: EventSink,
  ) {
    const { prompt, extraData, promptId } = item;
    const clientId = extraData.get('client_id');
    this.events = new ExecutionEvents(
      sink,
      promptId,
      typeof clientId === 'string' ? clientId : undefined,
    );
    const progress = new ProgressRegistry(promptId, (data) => this.events.progressState(data));
    const resultOf = (nodeId: string): CacheEntry['outputs'] | undefined =>
      this.cached(nodeId)?.outputs;
    this.running = { prompt, extraData, events: this.events, progress, resultOf };
  }

  async execute(entering: (nodeId: string) => void): Promise<PromptOutcome> {
    this.services.interruption.lower();
    this.events.milestone('execution_start', this.promptIdEntry());
    await this.computeSignatures();
    const nodes = [...this.item.prompt.keys()].filter((id) => this.cached(id) !== undefined);
    this.events.milestone('execution_cached', new Map([['nodes', nodes], ...this.promptIdEntry()]));
    const succeeded = await this.runNodes(entering);
    const entries = [...this.ui];
    return {
      succeeded,
      messages: this.events.messages,
      outputs: new Map(entries),
      meta: new Map(entries.map(([nodeId]) => [nodeId, metaOf(nodeId)])),
    };
  }

  private promptIdEntry(): WireObject {
    return new Map([['prompt_id', this.item.promptId]]);
  }

  private cached(nodeId: string): CacheEntry | undefined {
    const signature = this.signatures.get(nodeId);
    return signature === undefined ? undefined : this.services.cache.get(signature);
  }

  private async computeSignatures(): Promise<void> {
    const { prompt } = this.item;
    const prints = new Map<string, WireValue>();
    for (const nodeId of prompt.keys()) {
      prints.set(nodeId, await fingerprintOf(prompt, nodeId, this.services.files));
    }
    for (const nodeId of prompt.keys()) {
      this.signatures.set(
        nodeId,
        nodeSignature(prompt, nodeId, (id) => prints.get(id) ?? null),
      );
    }
  }

  /** Runs node after node; false when one failed or was interrupted. */
  private async runNodes(entering: (nodeId: string) => void): Promise<boolean> {
    const list = this.executionList();
    for (const output of this.item.outputs) list.add(output);
    for (let nodeId = list.pick(); nodeId !== undefined; nodeId = list.pick()) {
      try {
        // Lets HTTP requests be served between nodes.
        await this.services.sleep(0);
        if (!(await this.advance(nodeId, list, entering))) continue;
      } catch (error) {
        if (error instanceof NodeStopped) throw error;
        this.fail(nodeId, error);
        return false;
      }
      list.complete(nodeId);
      this.services.cache.keepOnly(new Set(this.signatures.values()));
    }
    this.events.milestone('execution_success', this.promptIdEntry());
    return true;
  }

  private executionList(): ExecutionList {
    const { prompt } = this.item;
    return new ExecutionList({
      prompt,
      isOutput: (className) => this.services.catalogue.find(className)?.isOutput === true,
      isLazy: (className, input) =>
        lazyInputs(this.services.catalogue.find(className)).includes(input),
      isCached: (nodeId) => this.cached(nodeId) !== undefined,
    });
  }

  /** Runs a node or takes its cached result; false when it must wait for more of its inputs. */
  private async advance(
    nodeId: string,
    list: ExecutionList,
    entering: (nodeId: string) => void,
  ): Promise<boolean> {
    const cachedEntry = this.cached(nodeId);
    if (cachedEntry !== undefined) {
      this.showCached(nodeId, cachedEntry);
      return true;
    }
    this.running.progress.start(nodeId);
    entering(nodeId);
    this.events.executing(nodeId);
    if (this.addLazyInputs(nodeId, list)) return false;
    const result = await runNode(nodeId, this.running, this.services);
    this.storeResult(nodeId, result);
    this.running.progress.finish(nodeId);
    this.executed.add(nodeId);
    return true;
  }

  private showCached(nodeId: string, entry: CacheEntry): void {
    if (entry.ui !== undefined) this.ui.set(nodeId, entry.ui);
    this.events.executed(nodeId, entry.ui ?? null);
    this.running.progress.finish(nodeId);
  }

  private storeResult(nodeId: string, result: NodeResult): void {
    const ui = result.ui;
    if (ui !== undefined) {
      this.ui.set(nodeId, ui);
      this.events.executed(nodeId, ui);
    }
    const signature = this.signatures.get(nodeId);
    if (signature !== undefined)
      this.services.cache.set(signature, { outputs: result.outputs, ui });
  }

  /** Adds the branches that a switch chooses; true when there was one that hasn't run yet. */
  private addLazyInputs(nodeId: string, list: ExecutionList): boolean {
    const node = this.services.catalogue.find(classOf(this.item.prompt, nodeId));
    if (node === undefined || lazyInputs(node).length === 0) return false;
    const inputs = inputsOf(this.item.prompt, nodeId);
    let isWaiting = false;
    for (const name of requiredLazyInputs(node, resolveInputs(nodeId, this.running))) {
      const link = linkOf(inputs.get(name));
      if (link !== undefined && list.require(link.from, nodeId)) isWaiting = true;
    }
    return isWaiting;
  }

  private fail(nodeId: string, error: unknown): void {
    const head: [string, WireValue][] = [
      ...this.promptIdEntry(),
      ['node_id', nodeId],
      ['node_type', classOf(this.item.prompt, nodeId)],
      ['executed', [...this.executed]],
    ];
    if (error instanceof Interrupted) {
      this.events.milestone('execution_interrupted', new Map(head), true);
      return;
    }
    const inputs = inputsWithHidden(nodeId, this.running, this.services);
    const failure = describeFailure(error, inputs);
    const outputs: WireValue = [...this.item.prompt.keys()];
    this.events.milestone(
      'execution_error',
      new Map([...head, ...failure, ['current_outputs', outputs]]),
    );
  }
}

function metaOf(nodeId: string): WireObject {
  return new Map<string, WireValue>([
    ['node_id', nodeId],
    ['display_node', nodeId],
    ['parent_node', null],
    ['real_node_id', nodeId],
  ]);
}
