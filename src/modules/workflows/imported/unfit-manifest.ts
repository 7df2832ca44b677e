import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { Manifest } from '../derivation/manifest';
import { slotFaults } from '../lora-slot-types';
import type { Workflow } from '../public/workflow';
import type { ImportFault, JsonPath } from './import-fault';
import { purposeFaults } from './purpose-faults';

/** What a manifest says of a sound workflow that can't be, as far as a node describes the graph. Pure. */
export function unfitManifest(
  workflow: Workflow,
  said: Manifest,
  info: ObjectInfo | null,
): readonly ImportFault[] {
  if (!info) return [];
  const slots = said.lora_slots ? slotFaults(workflow, info) : [];
  const purpose = said.kind || said.modes ? purposeFaults(workflow, info) : [];
  return [
    ...slots.map(({ index, field, reason }) => fault(['lora_slots', index, field], reason)),
    ...purpose.map(({ field, reason }) => fault([said[field] ? field : 'kind'], reason)),
  ];
}

const fault = (path: JsonPath, reason: string): ImportFault => ({ part: 'manifest', path, reason });
