import type { ChatAction } from './entities/chat.entities';

/** Of all calls for one message, as JSON: conversations are read whole. */
const MAX_CHARS = 64_000;
const LEFT_OUT = { shortened: true };

/** The calls as the conversation keeps them: without arguments and results where they don't fit any more. */
export function keptActions(actions: readonly ChatAction[]): readonly ChatAction[] {
  let left = MAX_CHARS;
  return actions.map((action) => {
    const { length } = JSON.stringify(action);
    if (length > left) return { ...action, arguments: LEFT_OUT, result: LEFT_OUT };
    left -= length;
    return action;
  });
}
