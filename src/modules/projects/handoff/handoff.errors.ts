import { codedError } from '../../../platform/errors/app-error';

const DETAILS = {
  shots: 'The project has no shots. Add one first.',
  captions: 'No shot has lines or a subtitle. Add some, or choose another format.',
} as const;

export class TimelineEmpty extends codedError({
  code: 'timeline_empty',
  status: 409,
  meaning:
    'The project has nothing to hand over in this format: no shots, or no lines and subtitles for a file of captions. `missing` says which.',
}) {
  constructor(missing: keyof typeof DETAILS) {
    super(DETAILS[missing], { extras: { missing } });
  }
}
