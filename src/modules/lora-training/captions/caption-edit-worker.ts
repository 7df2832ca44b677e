/* The program of a process that says that it is ready, then edits captions once. It ends with the process that started it. */
import { type Caption, type CaptionEdit, editCaptions } from './edit-captions';

export interface EditWork {
  readonly captions: readonly Caption[];
  readonly edit: CaptionEdit;
}

process.on('message', ({ captions, edit }: EditWork) => {
  process.send?.(editCaptions(captions, edit));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
