import { counted } from '../../ui/format';

export const mediaPickerWords = {
  title: { image: 'Choose a picture', video: 'Choose a clip', audio: 'Choose a sound' },
  search: 'Search',
  empty: 'Nothing here yet. Upload a file, or make one first.',
  nothingFound: 'Nothing found',
  more: 'Show more',
  close: 'Close',
  pictures: {
    search: 'Search pictures',
    upload: 'Upload pictures',
    none: 'No picture matches. Upload one, or change the words.',
    add: (n: number) => `Add ${counted(n, 'picture')}`,
  },
} as const;
