import type { ComfyGraph } from '../../src/modules/providers/public/comfy-types';
import { NodeGateway } from '../support/node-gateway';
import * as graphs from '../support/node-graphs';
import { describeNodes } from '../support/node-under-test';

/** An invalid graph, and what its validation error names. */
interface Refusal {
  readonly graph: ComfyGraph;
  /** The nodes that the validation error names. */
  readonly nodes: readonly string[];
  readonly message: RegExp;
}

const save = graphs.saver('kinora-test/refused', ['plain', 0]);
const plain = graphs.plainPicture(0);

const REFUSALS: Readonly<Record<string, Refusal>> = {
  'a class that it lacks': {
    graph: { plain: { class_type: 'NoSuchClass', inputs: {} }, save },
    nodes: [],
    message: /NoSuchClass/,
  },
  'no node that puts anything out': { graph: { plain }, nodes: [], message: /no outputs/i },
  'no node at all': { graph: {}, nodes: [], message: /no outputs/i },
  'a missing input': {
    graph: { plain: { class_type: 'EmptyImage', inputs: { width: 64 } }, save },
    nodes: ['plain'],
    message: /required input is missing.*height/i,
  },
  'a number that is too small': {
    graph: { plain: graphs.plainPicture(0, { width: 0 }), save },
    nodes: ['plain'],
    message: /width/,
  },
  'a number that is too big': {
    graph: { plain: graphs.plainPicture(0, { height: 1e9 }), save },
    nodes: ['plain'],
    message: /height/,
  },
  'text where a number belongs': {
    graph: { plain: { ...plain, inputs: { ...plain.inputs, width: 'wide' } }, save },
    nodes: ['plain'],
    message: /width/,
  },
  'a choice that it does not offer': {
    graph: {
      plain: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'no-such.file' } },
      show: { class_type: 'PreviewAny', inputs: { source: ['plain', 0] } },
    },
    nodes: ['plain'],
    message: /ckpt_name/,
  },
  'a file that it does not have': {
    graph: graphs.copiedInput('kinora-test/refused', 'kinora-test/no-such-file.png'),
    nodes: ['load'],
    message: /no-such-file\.png/,
  },
  'a link to a node that is not there': {
    graph: { plain, save: graphs.saver('kinora-test/refused', ['gone', 0]) },
    nodes: ['save'],
    message: /gone/,
  },
  'a link of the wrong type': {
    graph: {
      words: { class_type: 'PrimitiveString', inputs: { value: 'x' } },
      save: graphs.saver('kinora-test/refused', ['words', 0]),
    },
    nodes: ['save'],
    message: /images/,
  },
};

describeNodes('a graph that the node refuses', (node) => {
  const gateway = new NodeGateway(node);

  it.each(Object.entries(REFUSALS))('has %s', async (_, { graph, nodes, message }) => {
    const promptId = node.promptId();
    const outcome = await gateway.submit(promptId, graph);
    expect(outcome).toMatchObject({ kind: 'refused', message: expect.stringMatching(message) });
    if (outcome.kind !== 'refused') return;
    expect(Object.keys(outcome.nodeErrors)).toEqual(nodes);
    expect(outcome.message).not.toMatch(/traceback|\.py\b|\/(?!no-such-file)\w+\//i);
    expect(await gateway.lookUp(promptId)).toEqual({ state: 'absent' });
    expect(await node.history(promptId)).toBeUndefined();
  });

  it('with an error in one output is accepted for the others and reports the error', async () => {
    const promptId = node.promptId();
    const outcome = await gateway.submit(promptId, {
      ...graphs.savedPicture(`kinora-test/${promptId}`),
      bad: graphs.plainPicture(0, { width: 0 }),
      bad_save: graphs.saver('kinora-test/refused', ['bad', 0]),
    });
    expect(outcome).toMatchObject({ kind: 'accepted', nodeErrors: { bad: expect.anything() } });
    const { outcome: ran, outputs } = await gateway.result(promptId);
    expect([ran, outputs.map(({ nodeId }) => nodeId)]).toEqual(['success', ['save']]);
  });
});

describeNodes('where a prompt is', (node) => {
  const gateway = new NodeGateway(node);

  it('is not found for an unknown id', async () => {
    expect(await gateway.lookUp(node.promptId())).toEqual({ state: 'absent' });
  });

  it('is found as running or at its position in the queue', async () => {
    const first = await gateway.start((prefix) => graphs.endless(node, prefix));
    await node.running(first);
    const others = [];
    for (let at = 0; at < 3; at += 1) {
      others.push(await gateway.start((prefix) => graphs.savedPicture(prefix)));
    }
    const states = (ids: readonly string[]) => Promise.all(ids.map((id) => gateway.lookUp(id)));
    const pending = (position: number) => ({ state: 'pending', position });
    expect(await gateway.lookUp(first)).toEqual({ state: 'running' });
    expect(await states(others)).toEqual([pending(0), pending(1), pending(2)]);
    await gateway.access.cancel('a', String(others[1]));
    expect(await states(others)).toEqual([pending(0), { state: 'absent' }, pending(1)]);
    await gateway.access.cancel('a', first);
    expect(await gateway.result(first)).toMatchObject({ outcome: 'interrupted' });
    for (const id of [others[0], others[2]]) {
      expect(await gateway.result(String(id))).toMatchObject({ outcome: 'success' });
    }
    expect(await node.history(String(others[1]))).toBeUndefined();
  });
});

describeNodes('taking a prompt off', (node) => {
  const gateway = new NodeGateway(node);

  it('with an unknown id changes nothing, and interrupts no other prompt', async () => {
    const running = await gateway.start((prefix) => graphs.endless(node, prefix));
    await node.running(running);
    await gateway.access.cancel('a', node.promptId());
    expect(await gateway.lookUp(running)).toEqual({ state: 'running' });
    for (const again of [1, 2]) {
      await gateway.access.cancel('a', running);
      if (again === 1) await gateway.result(running);
    }
    expect((await node.history(running))?.status.status_str).toBe('error');
  });

  it('of a finished prompt changes nothing', async () => {
    const promptId = await gateway.start((prefix) => graphs.savedPicture(prefix));
    const before = await gateway.result(promptId);
    await gateway.access.cancel('a', promptId);
    expect(await gateway.result(promptId)).toEqual(before);
  });

  it('of the running prompt lets the next one start', async () => {
    const running = await gateway.start((prefix) => graphs.endless(node, prefix));
    const next = await gateway.start((prefix) => graphs.savedPicture(prefix));
    await node.running(running);
    await gateway.access.cancel('a', running);
    expect(await gateway.result(next)).toMatchObject({ outcome: 'success' });
  });
});
