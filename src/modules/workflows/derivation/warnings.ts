import { sortedIds } from '../graph/model-files';
import { ownValue } from '../../../platform/json';
import type { GraphReading } from './graph-reading';
import type { OutputKind } from './output-kind';
import type { ParamBook } from './param-book';
import { MAX_PASSES, samplersOf, type SamplingPass } from './sampling-passes';

interface Findings {
  readonly reading: GraphReading;
  readonly passes: readonly SamplingPass[];
  readonly outputKind: OutputKind;
  readonly book: ParamBook;
}

/** Warnings about a graph besides its params. */
export function warningsOf(findings: Findings): readonly string[] {
  const { reading } = findings;
  return [
    ...outputWarnings(findings),
    ...unknownClasses(reading),
    ...paidClasses(reading),
    ...deadNodes(reading),
    ...samplingWarnings(findings),
  ];
}

function outputWarnings({ reading, outputKind }: Findings): readonly string[] {
  if (reading.roots.length === 0)
    return ['No output node was found: a node will refuse this graph. Add one that saves.'];
  const onlyShown = reading.roots.every((id) => /^preview/i.test(reading.classOf(id)));
  return [
    ...(onlyShown
      ? ['Only previews: a node keeps their files for a short time. Better add a node that saves.']
      : []),
    ...(outputKind === 'audio'
      ? ['Makes sound without a picture: listed as a video, because it has a length.']
      : []),
    ...(outputKind === 'other'
      ? ['Makes neither pictures nor videos nor sound: listed as an image.']
      : []),
  ];
}

function unknownClasses(reading: GraphReading): readonly string[] {
  if (reading.info === null) return [];
  const unknown = reading.live
    .filter((id) => !reading.isDescribed(id))
    .map((id) => reading.classOf(id));
  const names = [...new Set(unknown)].sort();
  return names.length === 0
    ? []
    : [`The node doesn't know ${names.join(', ')}: judged by the names of their inputs.`];
}

function paidClasses(reading: GraphReading): readonly string[] {
  const { info } = reading;
  if (info === null) return [];
  const paid = reading.live
    .map((id) => reading.classOf(id))
    .filter((name) => (ownValue(info, name)?.python_module ?? '').startsWith('comfy_api_nodes'));
  const names = [...new Set(paid)].sort();
  return names.length === 0
    ? []
    : [
        `${names.join(', ')}: a paid third-party service; it needs an account, which this service doesn't send.`,
      ];
}

function deadNodes({ graph, live }: GraphReading): readonly string[] {
  const running = new Set(live);
  const dead = sortedIds(graph).filter((id) => !running.has(id));
  return dead.length === 0
    ? []
    : [`Feeds no output and never runs: ${dead.map((id) => `node ${id}`).join(', ')}.`];
}

function samplingWarnings({ reading, passes, book }: Findings): readonly string[] {
  const seed = book.get('seed');
  const count = samplersOf(reading).length;
  return [
    ...(count > MAX_PASSES
      ? [
          `Samples in ${String(count)} passes: the first ${String(MAX_PASSES)} have params, node_<id>.<input> sets the others.`,
        ]
      : []),
    ...(passes.length > 0 && !seed
      ? ['The seed of this graph is fixed or calculated: every run starts from the same noise.']
      : []),
    ...(reading.roots.length > 0 && passes.length === 0
      ? ['No sampler was found: params are judged by the names of inputs alone.']
      : []),
  ];
}
