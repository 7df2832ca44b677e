import { Combobox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import type { Option } from './option-list';
import styles from './OptionPicker.module.css';

export interface OptionRowsHandle {
  readonly scrollTo: (index: number) => void;
}

interface OptionRowsProps {
  readonly ref: Ref<OptionRowsHandle>;
  /** Beginning of the rows' ids. */
  readonly ids: string;
  readonly options: readonly Option[];
  readonly active: number;
  readonly chosen: string | null;
  readonly onHover: (index: number) => void;
  /** At the end of the chosen one. */
  readonly mark: ReactNode;
}

const ROW = 32;
const TALL_ROW = 48;
const OVERSCAN = 6;

/** The options in view, and a few around them. */
export function OptionRows({ ref, ids, options, active, chosen, onHover, mark }: OptionRowsProps) {
  const viewport = useRef<HTMLDivElement>(null);
  const isTall = options.some(({ hint, picture }) => Boolean(hint) || Boolean(picture));
  const rows = useVirtualizer({
    count: options.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => (isTall ? TALL_ROW : ROW),
    overscan: OVERSCAN,
    initialOffset: () => Math.max(0, active - 2) * (isTall ? TALL_ROW : ROW),
  });
  useImperativeHandle(ref, () => ({
    scrollTo: (index) => rows.scrollToIndex(index, { align: 'auto' }),
  }));
  return (
    <div ref={viewport} className={styles.rows}>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ index, start, size }) => {
          const option = options[index];
          if (option === undefined) return null;
          return (
            <Combobox.Option
              key={option.value}
              id={`${ids}-${index}`}
              value={String(index)}
              active={option.value === chosen}
              selected={index === active}
              className={styles.option}
              aria-posinset={index + 1}
              aria-setsize={options.length}
              onMouseOver={() => onHover(index)}
              style={{ position: 'absolute', top: start, height: size, left: 0, right: 0 }}
            >
              {option.picture && <img src={option.picture} alt="" className={styles.picture} />}
              <span className={styles.text}>
                <span className={styles.value} dir="auto" title={option.label}>
                  {option.label}
                </span>
                {option.hint && (
                  <span className={styles.hint} dir="auto" title={option.hint}>
                    {option.hint}
                  </span>
                )}
              </span>
              {option.value === chosen && mark}
            </Combobox.Option>
          );
        })}
      </div>
    </div>
  );
}
