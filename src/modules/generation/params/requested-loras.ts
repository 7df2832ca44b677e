import { textsAmong, findModel } from '../../workflows/public/model-search';
import type { LoraChoice, Workflow } from '../../workflows/public/workflow';
import { type SentParam, sentValue } from './sent-params';

/** The file that `lora_checkpoint` names; null when it wasn't sent, or with the reason why there is none. */
export type LoraSearch =
  | { readonly file: string | null }
  | { readonly file: null; readonly why: string; readonly nearest: readonly string[] };

/**
 * Looks up `lora_checkpoint` among the node's LoRAs. While these are unknown the name is used as it is, and the node
 * decides at submission.
 */
export function findLoraCheckpoint(workflow: Workflow, sent: readonly SentParam[]): LoraSearch {
  const requested = sentValue(sent, 'lora_checkpoint');
  if (typeof requested !== 'string') return { file: null };
  if (requested === 'latest')
    return { file: null, why: 'None of your training runs has published a LoRA.', nearest: [] };
  const offered = offeredLoras(workflow, 'lora_checkpoint');
  if (!offered) return { file: requested };
  const search = findModel(requested, offered);
  if (search.file !== null) return search;
  const suggestion = search.nearest.length > 0 ? ` It has ${search.nearest.join(', ')}.` : '';
  return {
    file: null,
    why: `The node has no LoRA of the name that lora_checkpoint gives.${suggestion}`,
    nearest: search.nearest,
  };
}

function offeredLoras(workflow: Workflow, param: string): readonly string[] | null {
  const choices = workflow.params[param]?.choices;
  return choices ? textsAmong(choices) : null;
}

/** An item of `workflow_params.loras` that passed its checks. */
interface SentLora {
  readonly name: string;
  readonly strength?: number | null;
  readonly strength_clip?: number | null;
  readonly target?: 'both' | 'high' | 'low' | null;
}

/**
 * The LoRAs that a request adds, first `lora_checkpoint`, then `workflow_params.loras`.
 * `lora_strength` scales the first only.
 */
export function requestedLoras(
  workflow: Workflow,
  sent: readonly SentParam[],
  checkpoint: string | null,
): readonly LoraChoice[] {
  const strength = sentValue(sent, 'lora_strength') ?? 1;
  const offered = offeredLoras(workflow, 'loras');
  const further = (sentValue(sent, 'loras') ?? []) as readonly SentLora[];
  return [
    ...(checkpoint === null ? [] : [{ name: checkpoint, strength: strength as number }]),
    ...further.map((lora) => ({
      name: (offered && findModel(lora.name, offered).file) ?? lora.name,
      strength: lora.strength ?? 1,
      ...(lora.strength_clip == null ? {} : { strength_clip: lora.strength_clip }),
      ...(lora.target == null ? {} : { target: lora.target }),
    })),
  ];
}
