import type { QueryClient } from '@tanstack/react-query';
import { isRefusal } from '../../api/once';
import { undoChange } from '../../api/media-changes';
import { notifyDone, notifyError } from '../../ui/notify';
import { galleryWords } from './words';

/** More are not worth remembering: tokens end after a day. */
const MAX_UNDOS = 50;
const tokens: string[] = [];
/** One message at a time: the others are reached by Ctrl-Z. */
const CHANGE = 'gallery-change';

/** Says what was done, with a way back: the button of the message, or Ctrl-Z. */
export function notifyUndoable(client: QueryClient, text: string, token: string | undefined): void {
  if (token === undefined) {
    notifyDone(text, { id: CHANGE });
    return;
  }
  tokens.push(token);
  if (tokens.length > MAX_UNDOS) tokens.shift();
  notifyDone(text, { id: CHANGE, undo: () => undo(client, token) });
}

/** Takes the latest change back. */
export async function undoLatest(client: QueryClient): Promise<void> {
  const token = tokens.at(-1);
  if (token === undefined) {
    notifyDone(galleryWords.nothingToUndo, { id: CHANGE });
    return;
  }
  try {
    await undo(client, token);
  } catch (error) {
    notifyError(error);
  }
}

async function undo(client: QueryClient, token: string): Promise<void> {
  const at = tokens.indexOf(token);
  if (at >= 0) tokens.splice(at, 1);
  try {
    await undoChange(token);
    notifyDone(galleryWords.undone, { id: CHANGE });
  } catch (error) {
    // For Ctrl-Z: the message with the button is gone.
    if (!isRefusal(error)) tokens.push(token);
    throw error;
  } finally {
    for (const key of ['media', 'media-item', 'collections'])
      void client.invalidateQueries({ queryKey: [key] });
  }
}
