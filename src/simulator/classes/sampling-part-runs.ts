import { str } from '../wire/python-text';
import type { NodeCall, NodeResult, NodeRuns } from './node-run';
import { loaded, type Guider, type Noise, type Sigmas } from './value';

/** A schedule: any class that makes SIGMAS says how many steps, and some how much of the picture they change. */
function schedule({ node, inputs }: NodeCall): NodeResult {
  const strength = inputs.number('denoise', 1);
  const name = inputs.has('scheduler') ? inputs.text('scheduler') : node.name;
  return { outputs: [sigmas(strength === 0 ? 0 : inputs.number('steps'), strength, name)] };
}

function sigmas(steps: number, strength: number, name: string): Sigmas {
  return { kind: 'sigmas', steps, strength, name };
}

/** Numbers written by hand, falling to 0: a step between each two. */
function manual({ inputs }: NodeCall): NodeResult {
  const numbers =
    str(inputs.constant('sigmas') ?? '').match(/(?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?/gi) ?? [];
  const strength = Math.min(1, Number(numbers[0] ?? 1));
  return { outputs: [sigmas(Math.max(0, numbers.length - 1), strength, 'manual')] };
}

function split({ inputs }: NodeCall): NodeResult {
  const whole = inputs.sigmas('sigmas');
  const first = inputs.has('step')
    ? inputs.number('step')
    : Math.round(whole.steps * (1 - inputs.number('denoise', 1)));
  return { outputs: splitAt(whole, Math.min(first, whole.steps)) };
}

function splitAt({ steps, strength, name }: Sigmas, first: number): readonly Sigmas[] {
  const share = steps === 0 ? 0 : first / steps;
  return [
    sigmas(first, strength * (share > 0 ? 1 : 0), name),
    sigmas(steps - first, strength * (1 - share), name),
  ];
}

function guider({ inputs }: NodeCall): NodeResult {
  const positive = ['positive', 'conditioning', 'cond1'].find((name) => inputs.has(name));
  const made: Guider = {
    kind: 'guider',
    model: inputs.loaded('model'),
    positive: inputs.conditioning(positive ?? 'conditioning'),
    negative: inputs.has('negative') ? inputs.conditioning('negative') : undefined,
    cfg: inputs.number('cfg', inputs.number('cfg_conds', 1)),
  };
  return { outputs: [made] };
}

function noise(seed: bigint | undefined): NodeResult {
  const made: Noise = { kind: 'noise', seed };
  return { outputs: [made] };
}

const SCHEDULERS = [
  ...['BasicScheduler', 'KarrasScheduler', 'ExponentialScheduler', 'PolyexponentialScheduler'],
  ...['LaplaceScheduler', 'VPScheduler', 'BetaSamplingScheduler', 'SDTurboScheduler'],
  ...['AlignYourStepsScheduler', 'GITSScheduler', 'OptimalStepsScheduler', 'Flux2Scheduler'],
  ...['LTXVScheduler', 'LinearQuadraticScheduler'],
];

/** The parts that custom sampling is put together from. */
export const SAMPLING_PART_RUNS: NodeRuns = {
  ...Object.fromEntries(SCHEDULERS.map((name) => [name, schedule])),
  ManualSigmas: manual,
  SplitSigmas: split,
  SplitSigmasDenoise: split,
  KSamplerSelect: ({ inputs }) => ({
    outputs: [loaded('SAMPLER', [inputs.text('sampler_name')])],
  }),
  BasicGuider: guider,
  CFGGuider: guider,
  DualCFGGuider: guider,
  RandomNoise: ({ inputs }) => noise(inputs.seed('noise_seed')),
  DisableNoise: () => noise(undefined),
};
