import { UNRESTRICTED } from '../../platform/access/caller';
import type { ProviderState } from '../providers/public/provider-directory';
import type { DescribedWorkflow } from '../workflows/public/workflow-records';
import type { GuideFacts } from './guide-facts';
import { allWorkflows, workflowsSection } from './workflows-section';

const node = (id: string, status: ProviderState['status'] = 'online') =>
  ({ id, status }) as ProviderState;
const workflow = (id: string, more: Partial<DescribedWorkflow> = {}): DescribedWorkflow =>
  ({
    id,
    name: id,
    kind: 'image',
    modes: ['t2i'],
    source: 'builtin',
    supports_lora: true,
    params: {},
    runnable_on: [],
    run_time: [],
    requirements: { missing: [] },
    next: [],
    ...more,
  }) as unknown as DescribedWorkflow;
const lacking = (provider: string, ...files: string[]) => ({
  provider,
  runnable: false,
  known: true,
  missing_classes: [],
  unsupported_values: [] as readonly { class: string; input: string }[],
  missing_models: files.map((file) => ({ folder: 'checkpoints', file, nearest: [] })),
});
const missing = (...nodes: ReturnType<typeof lacking>[]) =>
  ({ missing: nodes }) as unknown as DescribedWorkflow['requirements'];
const factsOf = (
  workflows: readonly DescribedWorkflow[],
  nodes: readonly ProviderState[] = [node('gpu')],
): GuideFacts => ({ caller: UNRESTRICTED, workflows, nodes }) as unknown as GuideFacts;
const rendered = (...args: Parameters<typeof factsOf>): string =>
  workflowsSection(factsOf(...args));

describe('the workflows of the guide', () => {
  it('contain their nodes and run times', () => {
    const run = [12.44, 8.06].map((median_seconds) => ({ median_seconds }));
    const able = workflow('a', { runnable_on: ['gpu', 'attic'], run_time: run as never });
    expect(rendered([able], [node('gpu'), node('attic', 'offline')])).toContain(
      '| `a` | a (t2i) |  | LoRAs |  | `gpu`, `attic` (offline) | 8.1 s |',
    );
  });

  it('omit columns that are the same or empty in every row', () => {
    const section = rendered([workflow('a', { runnable_on: ['gpu'] })]);
    expect(section).toContain('All run on `gpu`.');
    expect(section).toContain('| a (t2i) |  | LoRAs |  |\n');
    expect(section).not.toMatch(/Runs on|Run time/);
    const two = rendered([workflow('a', { runnable_on: ['gpu'] })], [node('gpu'), node('attic')]);
    expect(two).toContain('| Runs on |\n');
    expect(two).not.toContain('All run on');
  });

  it('contain those whose only node is offline', () => {
    const section = rendered(
      [workflow('a', { runnable_on: ['attic'] })],
      [node('gpu'), node('attic', 'offline')],
    );
    expect(section).toContain('| `a` | a (t2i) |  | LoRAs |  | `attic` (offline) |');
    expect(section).not.toContain('**Nothing that you may use can run now.**');
  });

  it.each<[string, Partial<DescribedWorkflow>, readonly ProviderState[], string]>([
    [
      'what the node lacks that lacks least',
      { requirements: missing(lacking('a', '1', '2'), lacking('b', '3')) },
      [node('a'), node('b')],
      '`b` lacks `checkpoints/3`',
    ],
    [
      'a node that it knows before one that was never reached',
      { requirements: missing(lacking('a'), lacking('b', '3')) },
      [node('a'), node('b')],
      '`b` lacks `checkpoints/3`',
    ],
    [
      'that more is lacking than it tells',
      { requirements: missing(lacking('a', '1', '2', '3', '4')) },
      [node('a')],
      '`a` lacks `checkpoints/1`, `checkpoints/2`, `checkpoints/3` and 1 more',
    ],
    [
      'a value that two nodes of the graph need once',
      {
        requirements: missing({
          ...lacking('a'),
          unsupported_values: Array(2).fill({ class: 'KSampler', input: 'scheduler' }),
        }),
      },
      [node('a')],
      '`a` lacks `KSampler.scheduler`',
    ],
    [
      'a node that was never reached',
      { requirements: missing(lacking('a')) },
      [node('a')],
      '`a` was never reached',
    ],
    ['that nobody does such jobs', {}, [], 'no node takes this kind of job'],
  ])('say why they don’t run: %s', (_, more, nodes, why) => {
    const section = rendered([workflow('x', more)], nodes);
    expect(section).toContain(`| \`x\` | ${why} |`);
    expect(section).toContain('**Nothing that you may use can run now.**');
  });

  it('name a replacement checkpoint', () => {
    const params = {
      checkpoint: { type: 'model', default: 'own', choices: ['dream 4.safetensors'] },
    };
    const lacks = { requirements: missing(lacking('gpu', 'own')), params: params as never };
    const section = rendered([workflow('x', lacks)]);
    expect(section).toContain(
      '| `x` | `gpu` lacks `checkpoints/own`; send `checkpoint`, such as `dream 4.safetensors` |',
    );
    expect(section).not.toContain('**Nothing');
  });

  it('are shortened when they are many', () => {
    const all = Array.from({ length: 100 }, (_, n) =>
      workflow(`w${n}`, { runnable_on: n < 65 ? ['gpu'] : [] }),
    );
    const section = rendered(all);
    expect(section).toContain('And 57 more: `GET /api/guide/workflows`');
    expect(section).toContain('And 30 more: `GET /api/guide/workflows`');
    expect(section.split('\n').length).toBeLessThan(40);
    const chapter = allWorkflows(factsOf(all));
    expect(chapter).toContain('And 25 more: `GET /api/workflows?kind=image&limit=200`');
    expect(chapter).toContain('And 15 more: `GET /api/workflows?runnable=false&limit=200`');
    expect(chapter.split('\n').length).toBeLessThan(90);
  });

  it('include those that run on the smallest nodes', () => {
    const many = Array.from({ length: 30 }, (_, n) =>
      workflow(`w${n}`, {
        runnable_on: ['gpu'],
        requirements: { missing: [], vram_gb: 40 - n } as never,
      }),
    );
    const section = rendered(many);
    for (const id of ['w24', 'w29']) expect(section).toContain(`| \`${id}\` |`);
    expect(section).not.toContain('| `w0` |');
  });

  it('include one for each mode, and imported ones', () => {
    const many = Array.from({ length: 30 }, (_, n) => workflow(`a${n}`, { runnable_on: ['gpu'] }));
    const edit = workflow('y', { runnable_on: ['gpu'], modes: ['edit'] });
    const own = workflow('z', { runnable_on: ['gpu'], source: 'imported' });
    const section = rendered([...many, edit, own]);
    expect(section).toContain('| `y` |');
    expect(section).toContain('| `a0` |');
    expect(section).toContain('| `z` |');
  });
});
