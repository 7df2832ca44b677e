import { derivedGraphs, derivedWorkflow } from '../../../../test/support/derived-graphs';
import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import type { ComfyGraph, InputSpec, ObjectInfo } from '../../providers/public/comfy-types';
import { structureFindings } from '../graph/lint-structure';
import { setInputs } from '../graph/graph-edits';
import type { ParamEntry } from '../catalogue/workflow-file';
import { deriveWorkflow } from './derive-workflow';

const GRAPH = derivedGraphs().find(({ name }) => name === 'checkpoint-t2i')!.graph;

/** What a node says, with one input described otherwise. */
function described(nodeClass: string, input: string, spec: InputSpec): ObjectInfo {
  const info = recordedObjectInfo();
  const known = info[nodeClass]!;
  const required = { ...known.input.required, [input]: spec };
  return { ...info, [nodeClass]: { ...known, input: { ...known.input, required } } };
}

const param = (name: string, info: ObjectInfo | null, graph: ComfyGraph = GRAPH): ParamEntry =>
  deriveWorkflow(graph, info).params[name]!;

describe('a derived param', () => {
  it('uses type, bounds and description of the node', () => {
    const tooltip = 'More steps, more detail.';
    const info = described('KSampler', 'steps', ['INT', { min: 2, max: 99, tooltip }]);
    expect(param('steps', info)).toMatchObject({ type: 'integer', minimum: 2, maximum: 99 });
    expect(param('steps', info).description).toMatch(
      /^Sampling steps.* More steps, more detail\.$/,
    );
  });

  it('has a type without a node, too', () => {
    const types = Object.entries(deriveWorkflow(GRAPH, null).params).map(([name, { type }]) => [
      name,
      type,
    ]);
    expect(Object.fromEntries(types)).toMatchObject({
      prompt: 'text',
      seed: 'integer',
      steps: 'integer',
      cfg: 'number',
      sampler: 'choice',
      width: 'integer',
      checkpoint: 'model',
    });
  });

  it('limits seeds to safe integers', () => {
    const spec: InputSpec = ['INT', { min: 0, max: 2 ** 64 }];
    const bounds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
    expect(param('seed', described('KSampler', 'seed', spec))).toMatchObject(bounds);
    expect(param('seed', null)).toMatchObject(bounds);
  });

  it('omits bounds that limit nothing', () => {
    const spec: InputSpec = ['INT', { min: -(2 ** 63), max: 2 ** 63 }];
    const { minimum, maximum } = param('steps', described('KSampler', 'steps', spec));
    expect([minimum, maximum]).toEqual([1, undefined]);
  });

  it('has a grid if the graph is on it', () => {
    const info = recordedObjectInfo();
    const odd = setInputs(GRAPH, [{ node: '4', input: 'width', value: 1023 }]);
    expect(param('width', info).grid).toEqual({ step: 8, offset: 0 });
    expect(param('width', info, odd)).not.toHaveProperty('grid');
    const module = { ...info['EmptyLatentImage']!, python_module: 'custom_nodes.pack' };
    const foreign = { ...info, EmptyLatentImage: module };
    expect(param('width', foreign)).not.toHaveProperty('grid');
  });

  it('has no default outside its own limits', () => {
    const info = described('KSampler', 'steps', ['INT', { min: 30, max: 99 }]);
    expect(param('steps', info).default).toBeNull();
    const workflow = derivedWorkflow(GRAPH, deriveWorkflow(GRAPH, info));
    expect(structureFindings(workflow)).toEqual([]);
    expect(workflow.params['steps']).not.toHaveProperty('default');
  });

  it('has no choices of its own', () => {
    expect(param('sampler', recordedObjectInfo())).not.toHaveProperty('choices');
  });

  it('keeps the guidance of the graph', () => {
    const flux = derivedGraphs().find(({ name }) => name === 'flux-custom-sampling')!.graph;
    const guidance = param('guidance', recordedObjectInfo(), flux);
    expect(
      derivedWorkflow(flux, deriveWorkflow(flux, recordedObjectInfo())).params['guidance'],
    ).toHaveProperty('default', 3.5);
    expect(guidance).not.toHaveProperty('default');
    const odd = setInputs(flux, [{ node: 'guidance', input: 'guidance', value: 'much' }]);
    expect(param('guidance', null, odd)).not.toHaveProperty('default');
  });
});
