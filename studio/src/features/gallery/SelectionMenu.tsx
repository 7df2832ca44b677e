import { Menu } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconFolderMinus,
  IconFolderPlus,
  IconLayoutColumns,
  IconLink,
  IconSchool,
} from '@tabler/icons-react';
import { IconAction } from '../../ui/IconAction';
import type { SelectionActions } from './selection-actions';
import styles from './SelectionBar.module.css';
import { galleryWords } from './words';

const ICON = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

interface SelectionMenuProps extends SelectionActions {
  readonly isPhone: boolean;
  readonly isNarrow: boolean;
}

/** What has no place in the bar. */
export function SelectionMenu(props: SelectionMenuProps) {
  const { isPhone, isNarrow, onSelectAll, onRate, onCompare, onAddToCollection, onDownload } =
    props;
  const { onAddToDataset, onShareLink, onRemoveFromCollection } = props;
  return (
    <Menu position="top-end" shadow="md">
      <Menu.Target>
        {isPhone ? (
          <button type="button" className={styles.phoneButton}>
            <IconDots {...ICON} />
            {galleryWords.moreActions}
          </button>
        ) : (
          <IconAction icon={IconDots} label={galleryWords.moreActions} />
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onSelectAll}>{galleryWords.selectAll}</Menu.Item>
        {isPhone && (
          <>
            <Menu.Item leftSection={<IconLayoutColumns {...ICON} />} onClick={onCompare}>
              {galleryWords.compare}
            </Menu.Item>
            <Menu.Item leftSection={<IconDownload {...ICON} />} onClick={onDownload}>
              {galleryWords.download}
            </Menu.Item>
          </>
        )}
        {isNarrow && (
          <Menu.Item leftSection={<IconFolderPlus {...ICON} />} onClick={onAddToCollection}>
            {galleryWords.addToCollection}
          </Menu.Item>
        )}
        {isNarrow && onAddToDataset && (
          <Menu.Item leftSection={<IconSchool {...ICON} />} onClick={onAddToDataset}>
            {galleryWords.addToDataset}
          </Menu.Item>
        )}
        {onShareLink && (
          <Menu.Item leftSection={<IconLink {...ICON} />} onClick={onShareLink}>
            {galleryWords.shareLink}
          </Menu.Item>
        )}
        {onRemoveFromCollection && (
          <Menu.Item leftSection={<IconFolderMinus {...ICON} />} onClick={onRemoveFromCollection}>
            {galleryWords.removeFromCollection}
          </Menu.Item>
        )}
        <Menu.Label>{galleryWords.rate}</Menu.Label>
        {[5, 4, 3, 2, 1, 0].map((rating) => (
          <Menu.Item key={rating} onClick={() => onRate(rating)} aria-label={`${rating}`}>
            {galleryWords.rating(rating)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
