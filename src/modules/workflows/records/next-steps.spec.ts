import { sampledPictureGraph } from '../../../../test/support/simulated-node';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import { manifestFromValue } from '../derivation/manifest';
import { assess } from '../public/availability';
import { importedWorkflow } from '../derivation/imported-workflow';
import type { NextStep } from './dto/workflow.response';
import { nextSteps } from './next-steps';
import type { Workflow } from '../public/workflow';
import type { NodeReadiness } from './workflow-nodes.service';

const GRAPH = sampledPictureGraph() as ComfyGraph;
const NODE: NodeReadiness = {
  id: 'gpu',
  isDefault: true,
  online: true,
  info: null,
  runnable: true,
  assessment: null,
};

/** A graph that somebody brought, with what its manifest says. */
function brought(manifest: object): Workflow {
  const source = { id: 'mine', graph: GRAPH, manifest: manifestFromValue(manifest) };
  const { workflow, problems } = importedWorkflow(source, null);
  if (!workflow) throw new Error(JSON.stringify(problems));
  return workflow;
}

function submitOf(workflow: Workflow, params = workflow.params, nodes = [NODE]): NextStep {
  return nextSteps(workflow, params, { nodes, promptChars: 100 }).find(
    ({ step }) => step === 'submit',
  )!;
}

const submit = (manifest: object): NextStep => submitOf(brought(manifest));

describe('the step that lists model files', () => {
  const paths = (folder: string): readonly string[] => {
    const workflow = brought({ params: { checkpoint: { folder } } });
    return nextSteps(workflow, workflow.params, { nodes: [NODE], promptChars: 100 })
      .filter(({ step }) => step === 'list_checkpoints')
      .map(({ path }) => path);
  };

  it('encodes the folder', () => {
    expect(paths('my models')).toEqual(['/api/comfy/models/my%20models?provider=gpu']);
  });

  it.each(['my models/sub', 'datasets'])('is left out for %s, which is not listed', (folder) => {
    expect(paths(folder)).toEqual([]);
  });
});

describe('the submit step of an imported workflow', () => {
  it('asks for the words that an example leaves out', () => {
    const step = submit({ example: { width: 128 } });
    expect(step).toMatchObject({ ready: false, fill: ['prompt'], body: { width: 128 } });
    expect(submit({ example: { prompt: 'a harbour' } })).toMatchObject({ ready: true });
  });

  it('asks for every value that a manifest requires', () => {
    const step = submit({ params: { batch_size: { required: true } } });
    expect(step).toMatchObject({ ready: false, fill: ['workflow_params.batch_size'] });
  });

  it('submits to auto if a node can run it or was never reached', () => {
    const workflow = brought({ example: { prompt: 'a harbour' } });
    const unknown = { ...NODE, runnable: false, online: false };
    for (const nodes of [[NODE], [unknown]])
      expect(submitOf(workflow, workflow.params, nodes)).toMatchObject({
        ready: true,
        body: { provider: 'auto' },
      });
    const lacking = assess(workflow.graph, {});
    const unable = { ...unknown, assessment: lacking };
    expect(submitOf(workflow, workflow.params, [unable]).fill).toContain('provider');
  });

  it('asks for no model that a node has under another spelling', () => {
    const workflow = brought({});
    const filled = (file: string): unknown => {
      const checkpoint = { ...workflow.params['checkpoint']!, choices: [file] };
      return submitOf(workflow, { ...workflow.params, checkpoint }, []).fill;
    };
    expect(filled('SDXL\\sd_xl_base_1.0.safetensors')).toEqual(['provider']);
    expect(filled('other.safetensors')).toEqual(['provider', 'checkpoint']);
  });

  it('puts values of an example where a request takes them', () => {
    const { body } = submit({ example: { prompt: 'a harbour', batch_size: 2 } });
    expect(body).not.toHaveProperty('batch_size');
    expect(body).toMatchObject({ prompt: 'a harbour', workflow_params: { batch_size: 2 } });
  });
});
