import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type DatasetItem, itemThumbnail } from '../../../api/datasets';
import { Picture } from '../../../ui/Picture';
import { CaptionField } from './CaptionField';
import styles from './Dataset.module.css';
import { datasetWords as words } from './words';

interface ItemCardProps {
  /** Id of the dataset. */
  readonly dataset: string;
  readonly item: DatasetItem;
  readonly isOpen: boolean;
  readonly isReadOnly: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

/** A picture with its caption, which can be edited in place. */
export function ItemCard({ dataset, item, isOpen, isReadOnly, ...selection }: ItemCardProps) {
  // File names from the gallery are random. Captions may repeat, but their order tells the pictures apart.
  const name = (item.caption ?? '') || item.name;
  return (
    <li className={styles.item} data-open={isOpen || undefined}>
      <div className={styles.frame}>
        <Link
          to="/training/datasets/$id"
          params={{ id: dataset }}
          search={(before) => ({ ...before, item: item.name })}
          resetScroll={false}
          className={styles.open}
          aria-label={words.open(name)}
        >
          <Picture src={itemThumbnail(item, 512)} alt="" fit="contain" className={styles.picture} />
        </Link>
        {!isReadOnly && (
          <Checkbox
            className={styles.tick}
            classNames={{ input: styles.tickBox }}
            size="24px"
            aria-label={words.select(name)}
            checked={selection.isSelected}
            onChange={(event) => selection.onSelect(event.currentTarget.checked)}
          />
        )}
      </div>
      <CaptionField dataset={dataset} item={item} isReadOnly={isReadOnly} isLabelHidden />
    </li>
  );
}
