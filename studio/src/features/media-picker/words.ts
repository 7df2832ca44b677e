export const mediaPickerWords = {
  title: { image: 'Choose a picture', video: 'Choose a clip', audio: 'Choose a sound' },
  search: 'Search',
  empty: 'Nothing here yet. Upload a file, or make one first.',
  nothingFound: 'Nothing found',
  more: 'Show more',
} as const;
