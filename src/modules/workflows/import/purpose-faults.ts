import type { ObjectInfo } from '../../providers/public/comfy-types';
import { isMedia } from '../catalogue/media-params';
import { GraphReading } from '../derivation/graph-reading';
import { outputKindOf } from '../derivation/output-kind';
import { passesOf } from '../derivation/sampling-passes';
import { linksOf } from '../graph/graph-edits';
import { typeOf } from '../graph/input-specs';
import { ownValue } from '../../../platform/json';
import { neededPart } from '../public/availability';
import type { ParamType, Workflow } from '../public/workflow';

/** Why a graph can't serve the kind or mode of its manifest. */
export interface PurposeFault {
  readonly field: 'kind' | 'modes';
  readonly reason: string;
}

/**
 * Checks that a workflow's kind fits its outputs and its modes fit its input files. Only nodes that describe the whole
 * graph can tell.
 */
export function purposeFaults(workflow: Workflow, info: ObjectInfo): readonly PurposeFault[] {
  const { graph, modes } = workflow;
  const isKnown = Object.values(graph).every(({ class_type }) => Object.hasOwn(info, class_type));
  if (!isKnown) return [];
  const kind = kindFault(workflow, info);
  if (kind !== null) return [{ field: 'kind', reason: kind }];
  const loads = mayLoad(workflow, info);
  return modes.flatMap((mode) => {
    const reason = modeFault(workflow, mode, loads);
    return reason === null ? [] : [{ field: 'modes' as const, reason }];
  });
}

function kindFault({ graph, kind, params }: Workflow, info: ObjectInfo): string | null {
  const reading = new GraphReading(graph, info);
  const outputKind = outputKindOf(reading, passesOf(reading));
  if (kind === 'image' && outputKind === 'video')
    return 'must be video: the graph saves moving pictures';
  // Frames of a clip may be saved one by one.
  const isClip = outputKind !== 'image' || Object.hasOwn(params, 'length');
  return kind === 'video' && !isClip ? 'must be image: the graph saves pictures' : null;
}

/** The input files of each mode. */
const STARTS: Readonly<Record<string, readonly ParamType[]>> = {
  t2i: [],
  t2v: [],
  i2i: ['image', 'mask'],
  edit: ['image', 'mask'],
  upscale: ['image', 'mask', 'video'],
  i2v: ['image', 'mask', 'audio', 'video'],
  v2v: ['video'],
};

function modeFault({ params }: Workflow, mode: string, loads: boolean): string | null {
  const starts = STARTS[mode] ?? [];
  const files = Object.entries(params).filter(([, { type }]) => isMedia(type));
  const [needed] = files.filter(([, { required }]) => required);
  if (starts.length === 0)
    return needed ? `${mode} starts from text, but the param ${needed[0]} is required` : null;
  const takes = files.some(([, { type }]) => starts.includes(type));
  return takes || loads
    ? null
    : `${mode} starts from a file, but the graph takes no ${starts.join(' or ')}`;
}

const MADE: readonly string[] = ['IMAGE', 'MASK', 'VIDEO', 'AUDIO', 'LATENT'];

/** Does a node load pictures, clips or sound from a text (a file name, an address) that is not a param? */
function mayLoad({ graph, params }: Workflow, info: ObjectInfo): boolean {
  const files = Object.values(params).filter(({ type }) => isMedia(type));
  const bound = new Set(files.flatMap(({ binds }) => binds.map(({ node }) => node)));
  return Object.entries(neededPart(graph, info)).some(([id, node]) => {
    const outputs = ownValue(info, node.class_type)?.output ?? [];
    const isSource =
      linksOf(node).length === 0 && outputs.some((one) => MADE.includes(typeOf([one])));
    const isUnbound = isSource && !bound.has(id);
    return isUnbound && Object.values(node.inputs).some((value) => typeof value === 'string');
  });
}
