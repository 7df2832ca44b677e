export const galleryWords = {
  title: 'Gallery',
  empty: 'This page is being built.',
} as const;
