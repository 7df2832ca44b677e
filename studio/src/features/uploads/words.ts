import { counted } from '../../ui/format';

const files = (n: number) => counted(n, 'file');

export const uploadsWords = {
  title: 'Uploads',
  uploading: (done: number, total: number) => `Uploading ${done} of ${total}`,
  done: (n: number) => `${files(n)} uploaded`,
  refused: (n: number) => `${files(n)} refused`,
  failed: (n: number) => `${files(n)} not uploaded`,
  duplicate: 'You had it already',
  restored: 'It was in the trash, and is back',
  waiting: 'Waits',
  uploaded: 'Uploaded',
  close: 'Close',
  retry: 'Try again',
  retryFile: (name: string) => `Try again: ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  show: 'Show',
} as const;
