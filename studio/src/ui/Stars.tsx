import { Rating } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import styles from './Stars.module.css';

interface StarsProps {
  /** 0: unrated. */
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly isReadOnly?: boolean;
  /** Says what is rated, for screen readers. */
  readonly label: string;
  /** The name of so many stars. */
  readonly starLabel: (value: number) => string;
}

/** A rating of one to five stars; the chosen star again takes it back. */
export function Stars({ value, onChange, isReadOnly = false, label, starLabel }: StarsProps) {
  return (
    <Rating
      value={value}
      onChange={onChange}
      readOnly={isReadOnly}
      allowClear
      aria-label={label}
      getSymbolLabel={starLabel}
      emptySymbol={<IconStar size={18} stroke={1.5} className={styles.star} />}
      fullSymbol={<IconStarFilled size={18} className={styles.filled} />}
    />
  );
}
