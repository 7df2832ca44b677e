import { Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowBackUp, IconContrast, IconEraser } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { FormError } from '../../../../ui/FormError';
import { OpenModal } from '../../../../ui/OpenModal';
import { notifyError } from '../../../../ui/notify';
import { RangeSlider } from '../../../../ui/RangeSlider';
import { maskWords } from '../../words';
import styles from './Mask.module.css';
import { MaskSurface } from './MaskSurface';
import { nextSize } from './model';
import { useMask } from './use-mask';

interface MaskPainterProps {
  /** Media path of the picture under the mask. */
  readonly picture: string;
  /** Media path of the mask to go on with. */
  readonly mask: string | null;
  /** The mask is being uploaded. */
  readonly isBusy: boolean;
  /** Why it could not be uploaded. */
  readonly error: Error | undefined;
  readonly onDone: (mask: File) => void;
  readonly onClose: () => void;
}

type Tool = 'brush' | 'eraser';
const START_SIZE = 64;
const MAX_FEATHER = 64;

/** Paints a mask over a picture: brush, eraser, `[` and `]` for the size, X to swap, Ctrl-Z. */
export function MaskPainter({ picture, mask: former, ...props }: MaskPainterProps) {
  const { isBusy, error, onDone, onClose } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const mask = useMask(canvas, picture, former);
  const [tool, setTool] = useState<Tool>('brush');
  const [size, setSize] = useState(START_SIZE);
  const [feather, setFeather] = useState(0);
  const isPhone = useMediaQuery('(max-width: 599px)', undefined, {
    getInitialValueInEffect: false,
  });
  const isInert = isBusy || mask.size === null;
  const press = (event: KeyboardEvent) => {
    const act = {
      '[': () => setSize(nextSize(size, -1)),
      ']': () => setSize(nextSize(size, 1)),
      x: () => setTool(tool === 'brush' ? 'eraser' : 'brush'),
      i: () => mask.add('invert'),
      z: () => (event.ctrlKey || event.metaKey) && mask.undo(),
    }[event.key];
    if (!act || isInert) return;
    event.preventDefault();
    act();
  };
  return (
    <OpenModal
      onClose={onClose}
      title={maskWords.paint}
      size="min(1100px, 100%)"
      fullScreen={isPhone}
      // What is painted goes by a button only.
      closeOnEscape={!mask.hasSteps}
      closeOnClickOutside={!mask.hasSteps}
      onKeyDown={press}
    >
      <div className={styles.tools} inert={isInert} role="toolbar" aria-label={maskWords.paint}>
        <SegmentedControl
          value={tool}
          onChange={(next) => setTool(next)}
          data={[
            { value: 'brush', label: maskWords.brush },
            { value: 'eraser', label: maskWords.eraser },
          ]}
        />
        <Amount label={maskWords.size} value={size} minimum={4} maximum={512} onChange={setSize} />
        <Amount
          label={maskWords.feather}
          value={feather}
          minimum={0}
          maximum={MAX_FEATHER}
          onChange={setFeather}
        />
        <Button
          leftSection={<IconContrast size={18} stroke={1.5} />}
          onClick={() => mask.add('invert')}
        >
          {maskWords.invert}
        </Button>
        <Button
          leftSection={<IconArrowBackUp size={18} stroke={1.5} />}
          disabled={!mask.hasSteps}
          onClick={mask.undo}
        >
          {maskWords.undo}
        </Button>
        <Button
          leftSection={<IconEraser size={18} stroke={1.5} />}
          onClick={() => mask.add('clear')}
        >
          {maskWords.clear}
        </Button>
      </div>
      <div inert={isInert}>
        <MaskSurface
          canvas={canvas}
          mask={mask}
          picture={picture}
          tool={tool}
          size={size}
          feather={feather}
        />
      </div>
      {error !== undefined && <FormError error={error} />}
      <div className={styles.actions}>
        <Button onClick={onClose}>{maskWords.cancel}</Button>
        <Button
          variant="filled"
          loading={isBusy}
          disabled={mask.size === null}
          onClick={() => void mask.file(feather).then(onDone).catch(notifyError)}
        >
          {maskWords.use}
        </Button>
      </div>
    </OpenModal>
  );
}

interface AmountProps {
  readonly label: string;
  readonly value: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly onChange: (value: number) => void;
}

function Amount({ label, value, minimum, maximum, onChange }: AmountProps) {
  return (
    <div className={styles.amount}>
      <span>{label}</span>
      <RangeSlider
        label={label}
        value={value}
        minimum={minimum}
        maximum={maximum}
        step={1}
        onChange={onChange}
      />
      <span className={styles.number}>{value}</span>
    </div>
  );
}
