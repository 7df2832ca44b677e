import type { Media } from '../../api/types';
import type { MediaActions } from '../media-actions/public';
import type { Zoom } from './zoom/use-zoom';

/** What the bars and the menu of the lightbox act on. */
export interface ViewerBarProps {
  readonly media: Media;
  readonly actions: MediaActions;
  readonly zoom: Zoom;
  readonly hasDetails: boolean;
  readonly canCompare: boolean;
  readonly toggleDetails: () => void;
  readonly remove: () => Promise<void>;
  readonly compare: () => void;
  readonly onClose: () => void;
}
