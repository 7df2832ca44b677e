import { count as number } from '../../ui/format';

type Kind = 'image' | 'video' | 'audio' | 'file';

const ONE: Record<Kind, string> = {
  image: 'picture',
  video: 'clip',
  audio: 'sound',
  file: 'file',
};
const SEVERAL: Record<Kind, string> = {
  image: 'pictures',
  video: 'clips',
  audio: 'sounds',
  file: 'files',
};

/** `1 picture`, `3 clips`; `4 items` where kinds are mixed or unknown. */
export function things(count: number, kind?: Kind): string {
  if (kind === undefined) return `${number(count)} ${count === 1 ? 'item' : 'items'}`;
  return `${number(count)} ${count === 1 ? ONE[kind] : SEVERAL[kind]}`;
}

export const galleryWords = {
  title: 'Gallery',
  grid: 'Pictures and clips',
  search: 'Search the gallery',
  searchPlaceholder: 'Search the gallery',
  clearSearch: 'Clear the search',
  found: (count: number, isCapped: boolean) => `${number(count)}${isCapped ? '+' : ''} found`,
  size: 'Size of the tiles',
  upload: 'Upload files',
  dropHere: 'Drop files to upload them',
  dropAdvice: 'Pictures, clips and sounds',

  empty: 'Nothing here yet',
  emptyAdvice: 'What you make is kept here, and what you upload. Files can be dropped anywhere.',
  emptyAdviceTouch:
    'What you make is kept here, and what you upload with the button beside the search.',
  toGenerate: 'Make a picture',
  noMatch: 'Nothing matches',
  noMatchAdvice: 'No picture has all of these words and filters.',
  clearFilters: 'Clear words and filters',
  emptyTrash: 'The trash is empty',
  emptyTrashAdvice: 'What you delete waits here, until it is deleted for good.',
  noCollection: 'There is no such collection',
  noCollectionAdvice: 'It was deleted, it isn’t yours, or its address is misspelt.',
  emptyCollection: 'This collection is empty',
  emptyCollectionAdvice: 'Select pictures and choose “Add to collection”.',

  select: (name: string) => `Select ${name}`,
  fallbackName: 'Loading',
  video: (name: string, length: string) => `${name}, clip of ${length}`,

  sort: 'Order',
  sorts: {
    created_at: 'Newest',
    rating: 'Best rated',
    name: 'Name',
    size: 'Largest',
  },

  filters: 'Filters',
  filtersCount: (count: number) => (count === 0 ? 'Filters' : `Filters · ${count}`),
  filterGroup: {
    type: 'Type',
    character: 'Character',
    tag: 'Tag',
    workflow: 'Workflow',
    rating: 'Rating',
    date: 'Date',
    collection: 'Collection',
    model: 'Model',
    lora: 'LoRA',
    source: 'Source',
    trash: 'Trash',
    other: 'More',
  },
  more: 'More',
  remove: (label: string) => `Remove the filter ${label}`,
  types: { image: 'Pictures', video: 'Clips', audio: 'Sounds', file: 'Other files' },
  anyType: 'Everything',
  sources: { generated: 'Made here', uploaded: 'Uploaded', derived: 'Derived' },
  withoutCharacter: 'Without a character',
  untagged: 'Without a tag',
  notTag: (tag: string) => `not ${tag}`,
  tagsChosen: (count: number) => `${count} tags`,
  tagAdvice: 'Choose a tag twice to leave out what has it.',
  findIn: (group: string) => `Find a ${group.toLowerCase()}`,
  noneOf: 'Nothing to choose from.',
  favourites: 'Kept',
  ratingFrom: (stars: number) => (stars === 5 ? '★ 5' : `★ ${stars} and more`),
  days: { today: 'Today', week: 'Last 7 days', month: 'Last 30 days', year: 'This year' },
  from: 'From',
  to: 'To',
  between: (from: string | undefined, to: string | undefined) => {
    if (from !== undefined && from === to) return from;
    if (from === undefined) return `until ${to ?? ''}`;
    return to === undefined ? `since ${from}` : `${from} – ${to}`;
  },
  trash: 'Trash',
  duplicates: 'Near duplicates',
  otherChosen: 'From a link',
  reset: 'Reset',
  show: (count: number) => `Show ${things(count)}`,

  selected: (count: number) => `${number(count)} selected`,
  selectionBar: 'Selection',
  clearSelection: 'Clear the selection',
  selectAll: 'Select all',
  tag: 'Tag',
  keep: 'Keep',
  compare: 'Compare',
  addToCollection: 'Add to collection',
  addToDataset: 'Add to dataset',
  shareLink: 'Share link…',
  removeFromCollection: 'Remove from collection',
  download: 'Download',
  delete: 'Delete',
  restore: 'Restore',
  deleteForGood: 'Delete for good',
  moreActions: 'More',
  rate: 'Rate',
  rating: (stars: number) => (stars === 0 ? 'No rating' : '★'.repeat(stars)),
  open: 'Open',

  deleted: (what: string) => `${what} moved to the trash`,
  deletedForGood: (what: string) => `${what} deleted for good`,
  restored: (what: string) => `${what} restored`,
  kept: (what: string) => `${what} kept`,
  unkept: (what: string) => `${what} no longer kept`,
  rated: (what: string, stars: number) =>
    stars === 0 ? `Rating of ${what} removed` : `${what} rated ${stars} of 5`,
  tagged: (what: string) => `Tags of ${what} changed`,
  undone: 'Taken back',
  nothingToUndo: 'There is nothing to take back.',
  failed: (count: number) => `${things(count)} could not be changed`,
  working: (done: number, total: number) => `${number(done)} of ${number(total)} done`,
  changing: {
    delete: 'Deleting',
    restore: 'Restoring',
    purge: 'Deleting for good',
    update: 'Changing',
  },
  operationFailed: 'The change ended early. What is changed stays changed.',
  cancel: 'Cancel',
  confirmAll: (what: string) => `Delete ${what}`,
  confirmAllText: 'All that the filters find moves to the trash. It can be taken back for a day.',
  purge: (what: string) => `Delete ${what} for good`,
  purgeText: 'The files and everything known about them go. This can’t be undone.',
  typeToConfirm: (what: string) => `Type “${what}” to confirm`,
  allTrash: 'Delete all for good',
  /** @param days how long the trash keeps things; 0: it keeps nothing */
  trashText: (days: number) =>
    days === 0
      ? 'What is deleted is gone for good at once.'
      : `What is here is deleted for good ${days === 1 ? '1 day' : `${number(days)} days`} after it came here.`,

  compareNeedsTwo: 'Select two to eight pictures to compare them.',
  tooManyToDownload: 'A download holds at most 1,000 files. Select fewer.',
  preparing: 'Packing the download',
  downloaded: (what: string) => `${what} downloaded`,
  tooManyForCollection: 'Select at most 1,000 for a collection, or save the filters as one.',

  tooManyForDataset: 'A dataset holds at most 1,000 pictures. Select fewer.',

  tagTitle: (what: string) => `Tag ${what}`,
  tagField: 'Tags',
  tagFieldShared: 'Tags that all of them have',
  tagFieldMany: 'Tags to add',
  tagPlaceholder: 'Type a tag',
  save: 'Save tags',

  newCollection: 'New collection',
  collectionName: 'Name of the collection',
  createCollection: 'Create collection',
  saveSearch: 'Save these filters as a collection',
  saveSearchAdvice: 'Choose words or filters first: a saved collection shows what they find.',
  saved: 'finds by itself',
  addedTo: (what: string, name: string) => `${what} added to ${name}`,
  removedFrom: (what: string, name: string) => `${what} removed from ${name}`,
  collectionCreated: (name: string) => `Collection ${name} created`,
  rename: 'Rename',
  renameCollection: 'Rename collection',
  deleteCollection: 'Delete collection',
  deleteCollectionText: 'The pictures in it stay in the gallery.',
  collectionDeleted: (name: string) => `Collection ${name} deleted`,
  closeCollection: 'Show all media',
  collectionActions: 'Actions of the collection',

  details: 'Details',
  noDetails: 'Choose a picture to see what made it.',
  differs: 'different',
  workflow: 'Workflow',
  model: 'Model',
  loras: 'LoRAs',
  seed: 'Seed',
  sizeField: 'Size',
  character: 'Character',
  tooManyForDetails: 'Select up to 24 to see what they share.',

  close: 'Close',

  duplicatesTitle: 'Near duplicates',
  duplicatesAdvice: 'Pictures that look alike. The kept one takes over tags, rating and places.',
  noDuplicates: 'No near duplicates',
  noDuplicatesAdvice: 'No two of your pictures look alike.',
  merge: 'Keep this one',
  keepAll: 'Keep all',
  merged: (count: number) => `${things(count)} merged into the kept one`,
  keptAll: 'These are no longer shown as duplicates',
  backToGallery: 'Back to the gallery',
  loadMore: 'Load more',
} as const;
