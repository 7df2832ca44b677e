import type { Schemas } from '@kinora/client';
import { IconArrowsRightLeft } from '@tabler/icons-react';
import type { WorkflowParam } from '../../../../api/types';
import { ExactNumber } from '../../../../ui/ExactNumber';
import { IconAction } from '../../../../ui/IconAction';
import { toRange } from '../../../../ui/numbers';
import { omit } from '../../../../ui/omit';
import { formWords } from '../../words';
import { clearError, formStore, patchForm, useFieldError, useParam } from '../form-state';
import { isChanged, rangeOf, shownValue } from '../layout/model';
import { FieldError } from './FieldError';
import { FieldLabel } from '../../../../ui/FieldLabel';
import styles from './SizeField.module.css';

type Size = Schemas['SuggestedSizeResponse'];

interface SizeFieldProps {
  readonly names: { readonly width: string; readonly height: string };
  readonly width: WorkflowParam;
  readonly height: WorkflowParam;
  /** Sizes of common shapes that suit the model. */
  readonly sizes: readonly Size[];
}

/** As many shapes as the line has room for; the others are a swap away. */
const MAX_SHAPES = 6;
/** Longest edge of the little frame, in pixels. */
const FRAME = 16;

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Width and height by shape, by number, and swapped. */
export function SizeField({ names, width, height, sizes }: SizeFieldProps) {
  const [w, h] = [useParam(names.width), useParam(names.height)];
  const [shownWidth, shownHeight] = [number(shownValue(w, width)), number(shownValue(h, height))];
  const invalid = {
    width: useFieldError(names.width) !== undefined || undefined,
    height: useFieldError(names.height) !== undefined || undefined,
  };
  const setSize = (next: { width?: number | undefined; height?: number | undefined }) => {
    patchForm({
      values: {
        ...omit(formStore.get().values, names.width, names.height),
        ...(next.width !== undefined && { [names.width]: next.width }),
        ...(next.height !== undefined && { [names.height]: next.height }),
      },
    });
    clearError(names.width);
    clearError(names.height);
  };
  const current = { width: number(w) ?? undefined, height: number(h) ?? undefined };
  const swap = () =>
    setSize({
      width: toRange(shownHeight ?? 0, rangeOf(width)),
      height: toRange(shownWidth ?? 0, rangeOf(height)),
    });
  return (
    <div role="group" aria-label={formWords.size} data-param={names.width}>
      <FieldLabel
        label={formWords.size}
        description={width.description}
        isChanged={isChanged(w, width) || isChanged(h, height)}
        standard={`${String(width.default ?? '')} × ${String(height.default ?? '')}`}
        onReset={() => setSize({})}
      >
        <span className={styles.exact}>
          <ExactNumber
            look="bare"
            label={formWords.width}
            value={shownWidth}
            range={rangeOf(width)}
            isInvalid={invalid.width}
            onChange={(next) => setSize({ ...current, width: next ?? undefined })}
          />
          <span aria-hidden="true">×</span>
          <ExactNumber
            look="bare"
            label={formWords.height}
            value={shownHeight}
            range={rangeOf(height)}
            isInvalid={invalid.height}
            onChange={(next) => setSize({ ...current, height: next ?? undefined })}
          />
        </span>
      </FieldLabel>
      <div className={styles.shapes}>
        {shapes(sizes).map((size) => (
          <Shape
            key={size.label}
            size={size}
            isChosen={size.width === shownWidth && size.height === shownHeight}
            onChoose={() => setSize(size)}
          />
        ))}
        <IconAction
          icon={IconArrowsRightLeft}
          label={formWords.swap}
          className={styles.swap}
          onClick={swap}
        />
      </div>
      <FieldError name={names.width} />
      <FieldError name={names.height} />
    </div>
  );
}

/** Broad ones first; without an upright twin of them, if there are too many. */
function shapes(sizes: readonly Size[]): readonly Size[] {
  const kept = sizes.length > MAX_SHAPES ? sizes.filter(({ label }) => label !== '3:4') : sizes;
  const isUpright = ({ width, height }: Size) => height > width;
  return [...kept].sort((a, b) => Number(isUpright(a)) - Number(isUpright(b))).slice(0, MAX_SHAPES);
}

interface ShapeProps {
  readonly size: Size;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Shape({ size, isChosen, onChoose }: ShapeProps) {
  const scale = FRAME / Math.max(size.width, size.height);
  return (
    <button
      type="button"
      className={styles.shape}
      aria-pressed={isChosen}
      aria-label={`${size.label}, ${size.width} × ${size.height}`}
      onClick={onChoose}
    >
      <span className={styles.frameBox}>
        <span
          className={styles.frame}
          style={{ width: Math.round(size.width * scale), height: Math.round(size.height * scale) }}
        />
      </span>
      {size.label}
    </button>
  );
}
