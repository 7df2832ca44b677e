import { copyText } from '../../ui/copy';
import { notifyDone } from '../../ui/notify';
import { jobsWords as words } from './words';

/** Copies a text and says so, or why not. */
export async function copyAndTell(text: string): Promise<void> {
  notifyDone((await copyText(text)) ? words.done.copied : words.done.notCopied);
}
