import type { ComfyGraph, ComfyLink, ObjectInfo } from '../../providers/public/comfy-types';
import { typeOf } from './input-specs';
import { sureLinkFault } from './link-faults';
import { ownValue } from '../../../platform/json';
import type { LoraSlot, Workflow } from '../public/workflow';

/** A LoRA slot at an output of a wrong type. */
export interface SlotTypeFault {
  /** Index of the slot, from 0. */
  readonly index: number;
  readonly field: 'model' | 'clip';
  readonly reason: string;
}

const TYPES = { model: 'MODEL', clip: 'CLIP' } as const;
const FIELDS = ['model', 'clip'] as const;

/** The slots whose outputs certainly aren't a MODEL or a CLIP, according to `object_info`. */
export function slotTypeFaults(
  { graph, lora_slots }: Pick<Workflow, 'graph' | 'lora_slots'>,
  info: ObjectInfo,
): readonly SlotTypeFault[] {
  return lora_slots.flatMap((slot, index) =>
    FIELDS.flatMap((field) => {
      const reason = faultOf(graph, slot[field], TYPES[field], info);
      return reason === null ? [] : [{ index, field, reason }];
    }),
  );
}

function faultOf(
  graph: ComfyGraph,
  link: LoraSlot['clip'],
  type: string,
  info: ObjectInfo,
): string | null {
  const fault = link && sureLinkFault(graph, link, [type], info);
  if (!fault) return null;
  const [other] = [link[0], ...Object.keys(graph)].flatMap((id) =>
    outputsOfType(graph, id, type, info),
  );
  const instead = other ? `: send one that gives it, such as ${JSON.stringify(other)}` : '';
  return `a LoRA loader ${fault}${instead}`;
}

function outputsOfType(
  graph: ComfyGraph,
  id: string,
  type: string,
  info: ObjectInfo,
): readonly ComfyLink[] {
  const outputs = ownValue(info, ownValue(graph, id)?.class_type ?? '')?.output ?? [];
  return outputs.flatMap((one, slot) => (typeOf([one]) === type ? [[id, slot] as const] : []));
}
