import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { Manifest } from '../derivation/manifest';
import { slotFaults } from '../lora-slot-types';
import type { Workflow } from '../public/workflow';
import type { ImportFault } from './import-fault';

/** What a manifest says of a sound workflow that can't be, as far as a node describes the graph. Pure. */
export function unfitManifest(
  workflow: Workflow,
  said: Manifest,
  info: ObjectInfo | null,
): readonly ImportFault[] {
  const slots = said.lora_slots && info ? slotFaults(workflow, info) : [];
  return slots.map(({ index, field, reason }) => ({
    ...{ part: 'manifest', path: ['lora_slots', index, field], reason },
  }));
}
