import { UnstyledButton } from '@mantine/core';
import styles from './ChoiceList.module.css';

interface ChoiceListProps<Item> {
  readonly items: readonly Item[];
  /** What stands beside the name. */
  readonly aboutOf: (item: Item) => string;
  readonly isDisabled: (item: Item) => boolean;
  readonly onChoose: (item: Item) => void;
}

/** Named things, one in each line: a click on one does something with it. */
export function ChoiceList<Item extends { readonly id: string; readonly name: string }>({
  items,
  aboutOf,
  isDisabled,
  onChoose,
}: ChoiceListProps<Item>) {
  return (
    <div className={styles.list}>
      {items.map((item) => (
        <UnstyledButton
          key={item.id}
          className={styles.item}
          disabled={isDisabled(item)}
          onClick={() => onChoose(item)}
        >
          <span className={styles.name} dir="auto">
            {item.name}
          </span>
          <span className={styles.about}>{aboutOf(item)}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
