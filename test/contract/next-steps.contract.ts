import { GENERATE_BODY } from '../../src/modules/generation/dto/generate-body';
import type { GenerationRequest } from '../../src/modules/generation/public/generation-planner';
import type {
  ComfyGraph,
  ComfyNode,
  ObjectInfo,
} from '../../src/modules/providers/public/comfy-types';
import { importedWorkflow } from '../../src/modules/workflows/derivation/imported-workflow';
import { assess, isRunnable } from '../../src/modules/workflows/public/availability';
import { mergeParams } from '../../src/modules/workflows/public/params';
import { type Workflow, WorkflowCatalogue } from '../../src/modules/workflows/public/workflow';
import type { NextStep } from '../../src/modules/workflows/records/dto/workflow.response';
import { nextSteps } from '../../src/modules/workflows/records/next-steps';
import { type Caller, UNRESTRICTED } from '../../src/platform/access/caller';
import type { ConfigService } from '../../src/platform/config/config.service';
import { RequestPipe } from '../../src/platform/validation/request-pipe';
import { derivedGraphs } from '../support/derived-graphs';
import { editorFixtures, packObjectInfo } from '../support/editor-fixtures';
import { newPlanningSetup, plannerIn, type PlanningSetup } from '../support/planning';

const LIMITS = { array_items: 1000, prompt_chars: 20_000 };
const pipe = new RequestPipe({ current: () => ({ limits: LIMITS }) } as unknown as ConfigService);

const AGENT: Caller = {
  ...UNRESTRICTED,
  ownerId: 'owner',
  agent: { id: 'agent', name: 'Agent' },
  isAdmin: false,
};

/** Every graph of the fixtures, as somebody imports it who says only what it should show. */
const graphs: readonly (readonly [string, ComfyGraph])[] = [
  ...derivedGraphs().map(({ name, graph }) => [name, graph] as const),
  ...editorFixtures().flatMap(({ name, graph }) => (graph ? [[name, graph] as const] : [])),
];

/** The graph with a fraction in every FLOAT input. */
function withFractions(graph: ComfyGraph, info: ObjectInfo): ComfyGraph {
  const changed = ({ class_type, inputs }: ComfyNode, name: string): unknown => {
    const { required, optional } = info[class_type]?.input ?? {};
    const spec = { ...required, ...optional }[name];
    const value = inputs[name];
    return spec?.[0] === 'FLOAT' && typeof value === 'number' ? value + 0.376 : value;
  };
  const nodes = Object.entries(graph).map(([id, node]) => {
    const inputs = Object.keys(node.inputs).map((name) => [name, changed(node, name)]);
    return [id, { ...node, inputs: Object.fromEntries(inputs) as ComfyNode['inputs'] }];
  });
  return Object.fromEntries(nodes) as ComfyGraph;
}

function workflowOf(graph: ComfyGraph, info: ObjectInfo | null): Workflow | null {
  const { workflow } = importedWorkflow({ id: 'imported', graph }, info);
  return workflow && { ...workflow, example: { prompt: 'a fox', ...workflow.example } };
}

function submitStep(workflow: Workflow, info: ObjectInfo | null): NextStep {
  const assessment = info && assess(workflow.graph, info);
  const runnable = assessment !== null && isRunnable(assessment);
  const node = { id: 'gpu', isDefault: true, online: true, info, runnable, assessment };
  const params = mergeParams(workflow, info ? [info] : []);
  const steps = nextSteps(workflow, params, { nodes: [node], promptChars: LIMITS.prompt_chars });
  return steps.find(({ step }) => step === 'submit')!;
}

class OneWorkflow extends WorkflowCatalogue {
  constructor(private readonly workflow: Workflow) {
    super();
  }
  list(): readonly Workflow[] {
    return [this.workflow];
  }
  get(): Workflow {
    return this.workflow;
  }
  importProblems(): readonly string[] {
    return [];
  }
}

describe('the submit step of an imported graph', () => {
  let setup: PlanningSetup;
  beforeAll(async () => {
    setup = await newPlanningSetup();
  });

  /** The error of the body when it is sent unchanged. */
  async function errorsOf(workflow: Workflow, step: NextStep): Promise<unknown> {
    const metatype = GENERATE_BODY[workflow.kind];
    try {
      const body = pipe.transform(step.body, { type: 'body', metatype }) as GenerationRequest;
      const planner = plannerIn({ ...setup, catalogue: new OneWorkflow(workflow) });
      await planner.plan(AGENT, workflow.kind, body);
      return null;
    } catch (error) {
      return error;
    }
  }

  it.each([
    ['on a node that was never reached', null, false],
    ['on a node with all classes', packObjectInfo(), false],
    ['with a fraction in every number', packObjectInfo(), true],
  ])('is accepted wherever it is ready, %s', async (_, info, hasFractions) => {
    setup.nodes = { gpu: { known: info, is_default: true } };
    const refused: (readonly [string, unknown])[] = [];
    let ready = 0;
    for (const [name, graph] of graphs) {
      const workflow = workflowOf(hasFractions && info ? withFractions(graph, info) : graph, info);
      const step = workflow && submitStep(workflow, info);
      if (!step?.ready) continue;
      ready += 1;
      const error = await errorsOf(workflow!, step);
      if (error !== null) refused.push([name, error]);
    }
    expect(refused).toEqual([]);
    expect(ready).toBeGreaterThan(20);
  });

  it('has a frame rate that is not whole in workflow_params', () => {
    const { graph } = derivedGraphs().find(({ name }) => name === 'wan-single-i2v')!;
    const workflow = workflowOf(withFractions(graph, packObjectInfo()), null)!;
    expect(submitStep(workflow, null).body).toMatchObject({ workflow_params: { fps: 16.376 } });
  });
});
