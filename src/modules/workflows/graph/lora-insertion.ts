import type { ComfyGraph, ComfyLink, ComfyNode } from '../../providers/public/comfy-types';
import { rewire } from './graph-edits';
import type { LoraChoice, LoraSlot } from '../public/workflow';

/**
 * Inserts a chain of LoRA loaders between each slot and all its consumers (samplers, guiders, schedulers), the first LoRA
 * nearest to the model's loader. Without LoRAs nothing is inserted, as strength 0 would still load the file.
 * @throws Error for LoRAs without a slot
 */
export function insertLoras(
  graph: ComfyGraph,
  slots: readonly LoraSlot[],
  loras: readonly LoraChoice[],
): ComfyGraph {
  if (loras.length > 0 && slots.length === 0) throw new Error('this graph takes no LoRA');
  return slots.reduce((styled, slot) => fillSlot(styled, slot, loras.filter(feeds(slot))), graph);
}

/** Whether a LoRA goes into a slot. Targets are the experts (high, low or both) of a two-expert model. */
const feeds =
  (slot: LoraSlot) =>
  ({ target = 'both' }: LoraChoice): boolean =>
    slot.target === undefined || target === 'both' || target === slot.target;

function fillSlot(graph: ComfyGraph, slot: LoraSlot, loras: readonly LoraChoice[]): ComfyGraph {
  let model: ComfyLink = slot.model;
  let clip = slot.clip;
  const chain: [string, ComfyNode][] = [];
  const usedIds = new Set(Object.keys(graph));
  for (const lora of loras) {
    const id = freeId(slot.target === undefined ? 'lora' : `lora_${slot.target}`, usedIds);
    usedIds.add(id);
    chain.push([id, loaderNode(slot, lora, { model, clip })]);
    model = [id, 0];
    clip = clip && [id, 1];
  }
  const rewired = rewire(graph, slot.model, model);
  const styled = slot.clip && clip ? rewire(rewired, slot.clip, clip) : rewired;
  return { ...styled, ...Object.fromEntries(chain) };
}

function loaderNode(
  slot: LoraSlot,
  { name, strength, strength_clip = strength }: LoraChoice,
  from: { readonly model: ComfyLink; readonly clip: ComfyLink | undefined },
): ComfyNode {
  return {
    class_type: slot.loader,
    inputs: {
      model: from.model,
      ...(from.clip ? { clip: from.clip } : {}),
      lora_name: name,
      strength_model: strength,
      ...(from.clip ? { strength_clip } : {}),
    },
    _meta: { title: `LoRA ${name}` },
  };
}

/** `lora_1`, `lora_2`, … skipping ids of the graph. */
function freeId(stem: string, usedIds: ReadonlySet<string>): string {
  let n = 1;
  while (usedIds.has(`${stem}_${String(n)}`)) n += 1;
  return `${stem}_${String(n)}`;
}
