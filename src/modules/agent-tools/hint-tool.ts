import type { JsonRecord } from '../../platform/json';

/** The tools that make the requests which errors advise. */
const TOOLS: readonly (readonly [request: RegExp, tool: string])[] = [
  [/^GET \/api\/workflows\b/, 'get_workflows'],
  [/^GET \/api\/providers\b/, 'get_nodes'],
  [/^GET \/api\/jobs\b/, 'get_jobs'],
  [/^POST \/api\/jobs\/[^/]+\/cancel$/, 'cancel_jobs'],
  [/^GET \/api\/media(?:\?|$)/, 'search_media'],
  [/^POST \/api\/media$/, 'file_address'],
  [/^GET \/api\/characters\b/, 'get_characters'],
  [/^(?:POST|PATCH) \/api\/characters\b/, 'save_character'],
  [/^GET \/api\/projects(?:\/[^/]+)?$/, 'get_projects'],
  [/^GET \/api\/projects\/[^/]+\/(?:generations|renders)\b/, 'get_jobs'],
  [/^GET \/api\/lora-training\/(?:jobs(?:\/[^/]+)?|datasets|templates)$/, 'get_training'],
];

/** Adds to an error the tool that does what its hint says: an assistant sends no requests. */
export function withHintTool(error: JsonRecord): JsonRecord {
  const hint = String(error['hint']);
  const found = TOOLS.find(([request]) => request.test(hint));
  return found ? { ...error, hint_tool: found[1] } : error;
}
