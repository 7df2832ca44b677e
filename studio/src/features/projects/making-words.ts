import { count, counted, expectedDuration } from '../../ui/format';

const KINDS = {
  image: (n: number) => counted(n, 'picture'),
  video: (n: number) => counted(n, 'clip'),
  speech: (n: number) => counted(n, 'recording'),
} as const;

/** The words for takes of many shots. */
export const makingWords = {
  open: 'Make takes',
  openFor: (n: number) => `Make takes of ${counted(n, 'shot')}`,
  title: 'Make takes of many shots',
  titleFor: (n: number) => `Make takes of ${counted(n, 'shot')}`,
  kind: 'What to make',
  kinds: { image: 'Pictures', video: 'Clips', speech: 'Speech', again: 'Again' },
  only: 'For which shots',
  onlys: { missing: 'Without one', stale: 'Out of date', all: 'All' },
  againHelp:
    'New takes of all that is out of date or rejected, with the settings that they were made with, and of the clips that are made from them.',
  nothing: 'There is nothing to make.',
  plan: 'What will be made',
  refused: 'Correct these first',
  skipped: 'Left out',
  reasons: {
    locked: 'locked',
    has_one: 'has one already',
    in_progress: 'one is being made',
    up_to_date: 'up to date',
    approved: 'has an approved one',
    no_lines: 'nobody speaks',
  },
  kindOf: { image: 'picture', video: 'clip', speech: 'speech' },
  after: 'waits for another one',
  unused: (why: string) => `Without: ${why}`,
  time: (seconds: number) => expectedDuration(seconds),
  unknownTime: 'The time is not known yet',
  submit: (n: number, kind: keyof typeof KINDS | undefined) =>
    `Make ${kind === undefined ? counted(n, 'take') : KINDS[kind](n)}`,
  started: (n: number) => `${counted(n, 'take')} requested`,
  progressTitle: 'Takes that are being made',
  progress: (kind: string) => `Progress: ${kind}`,
  done: (done: number, all: number) => `${count(done)} of ${count(all)}`,
  failed: (n: number) => `${count(n)} failed`,
  skippedTakes: (n: number) => `${count(n)} skipped`,
  left: (seconds: number) => `${expectedDuration(seconds)} left`,
  cancel: 'Cancel',
  mixed: 'Takes',
  select: (scene: number, shot: number) => `Select scene ${scene}, shot ${shot}`,
  selected: (n: number) => `${count(n)} selected`,
  clear: 'Clear the selection',
  selectAll: 'Select all',
} as const;
