/** What can be done with the selection. */
export interface SelectionActions {
  readonly onClear: () => void;
  readonly onSelectAll: () => void;
  readonly onTag: () => void;
  readonly onKeep: () => void;
  readonly onRate: (rating: number) => void;
  readonly onCompare: () => void;
  readonly onAddToCollection: () => void;
  /** Undefined without a training toolkit. */
  readonly onAddToDataset: (() => void) | undefined;
  /** Undefined unless one item is selected. */
  readonly onShareLink: (() => void) | undefined;
  /** Undefined outside of a collection that is put together by hand. */
  readonly onRemoveFromCollection: (() => void) | undefined;
  readonly onDownload: () => void;
  readonly onDelete: () => void;
  readonly onRestore: () => void;
  readonly onPurge: () => void;
}
