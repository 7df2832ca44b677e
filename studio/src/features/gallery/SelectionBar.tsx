import {
  IconFolderPlus,
  IconLayoutColumns,
  IconRestore,
  IconSchool,
  IconStar,
  IconTag,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useHasTraining } from '../../api/providers';
import { IconAction } from '../../ui/IconAction';
import type { SelectionActions } from './selection-actions';
import styles from './SelectionBar.module.css';
import { BarButton, PhoneButton } from './SelectionButtons';
import { SelectionMenu } from './SelectionMenu';
import { galleryWords } from './words';

const ICON = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

interface SelectionBarProps extends SelectionActions {
  readonly count: number;
  readonly isTrash: boolean;
  readonly isPhone: boolean;
  /** Part of the actions stand in the menu. */
  readonly isNarrow: boolean;
}

/** What can be done with the selection. On phones it takes the place of the bottom bar. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, isPhone, isTrash, onClear } = props;
  // Called only to load the state again when a selection begins and it is older than a minute.
  useHasTraining();
  return (
    <div
      role="toolbar"
      data-selection-bar
      aria-label={galleryWords.selectionBar}
      className={isPhone ? styles.phone : styles.bar}
    >
      {isPhone ? (
        <PhoneButton
          icon={<IconX {...ICON} />}
          onClick={onClear}
          label={galleryWords.clearSelection}
        >
          {count}
        </PhoneButton>
      ) : (
        <>
          <IconAction
            icon={IconX}
            label={galleryWords.clearSelection}
            shortcut="Esc"
            onClick={onClear}
          />
          <span className={styles.count} role="status">
            {galleryWords.selected(count)}
          </span>
        </>
      )}
      {isTrash && <TrashActions {...props} />}
      {!isTrash && (isPhone ? <PhoneActions {...props} /> : <WideActions {...props} />)}
    </div>
  );
}

function WideActions(props: SelectionBarProps) {
  const { isNarrow, onTag, onKeep, onCompare, onAddToCollection, onAddToDataset } = props;
  const { onDownload, onDelete } = props;
  return (
    <>
      <BarButton icon={<IconTag {...ICON} />} onClick={onTag} label={galleryWords.tag} />
      <BarButton icon={<IconStar {...ICON} />} onClick={onKeep} label={galleryWords.keep} />
      <BarButton
        icon={<IconLayoutColumns {...ICON} />}
        onClick={onCompare}
        label={galleryWords.compare}
      />
      {!isNarrow && (
        <BarButton
          icon={<IconFolderPlus {...ICON} />}
          onClick={onAddToCollection}
          label={galleryWords.addToCollection}
        />
      )}
      {!isNarrow && onAddToDataset && (
        <BarButton
          icon={<IconSchool {...ICON} />}
          onClick={onAddToDataset}
          label={galleryWords.addToDataset}
        />
      )}
      <BarButton onClick={onDownload} label={galleryWords.download} />
      <SelectionMenu {...props} />
      <span className={styles.apart} />
      <BarButton
        isBad
        icon={<IconTrash {...ICON} />}
        onClick={onDelete}
        label={galleryWords.delete}
      />
    </>
  );
}

function PhoneActions(props: SelectionBarProps) {
  return (
    <>
      <PhoneButton icon={<IconTag {...ICON} />} onClick={props.onTag}>
        {galleryWords.tag}
      </PhoneButton>
      <PhoneButton icon={<IconStar {...ICON} />} onClick={props.onKeep}>
        {galleryWords.keep}
      </PhoneButton>
      <PhoneButton isBad icon={<IconTrash {...ICON} />} onClick={props.onDelete}>
        {galleryWords.delete}
      </PhoneButton>
      <SelectionMenu {...props} />
    </>
  );
}

function TrashActions({ isPhone, onRestore, onPurge }: SelectionBarProps) {
  const restore = { icon: <IconRestore {...ICON} />, onClick: onRestore };
  const purge = { icon: <IconTrash {...ICON} />, onClick: onPurge, isBad: true };
  return isPhone ? (
    <>
      <PhoneButton {...restore}>{galleryWords.restore}</PhoneButton>
      <PhoneButton {...purge}>{galleryWords.deleteForGood}</PhoneButton>
    </>
  ) : (
    <>
      <BarButton {...restore} label={galleryWords.restore} />
      <span className={styles.apart} />
      <BarButton {...purge} label={galleryWords.deleteForGood} />
    </>
  );
}
