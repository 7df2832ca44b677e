import { lazyDialog } from '../../ui/lazy-part';

/** Copies pictures of the gallery into a training dataset, which is chosen or made there. */
export const AddToDataset = lazyDialog(
  async () => (await import('./add/AddToDataset')).AddToDataset,
);
