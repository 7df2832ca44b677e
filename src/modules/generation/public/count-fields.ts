/** The number of pictures, as other services call it. A request makes one; batches make several. */
export const COUNT_FIELDS = [
  'count',
  'n',
  'batch_size',
  'batch_count',
  'num_images',
  'num_outputs',
] as const;
