/** Names with another meaning in requests or in the service, so no param may have them. */
export const RESERVED: ReadonlySet<string> = new Set([
  'workflow',
  'provider',
  'submit',
  'workflow_params',
  'mode',
  'type',
  'character',
  'characters',
  'description',
  'filename_prefix',
  'lora_checkpoint',
  'lora_strength',
  'loras',
]);

/** Why a param may not have this name; `null` if it may. */
export function nameFault(name: string): string | null {
  if (RESERVED.has(name)) return 'this name has another meaning in requests: choose another one';
  return name.startsWith('node_')
    ? 'names that begin with node_ are those of widgets (node_<id>.<input>): choose another one'
    : null;
}
