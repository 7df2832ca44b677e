import { formWords } from '../../words';
import { useParam } from '../form-state';
import { shownValue } from '../layout/model';
import type { FieldProps } from './ParamField';

interface SecondsProps {
  /** The param of the length in frames. */
  readonly length: FieldProps;
  /** The param of the frames per second. */
  readonly fps: FieldProps;
}

/** How long the clip is that the form asks for. */
export function Seconds({ length, fps }: SecondsProps) {
  const frames = shownValue(useParam(length.name), length.param);
  const rate = shownValue(useParam(fps.name), fps.param);
  if (typeof frames !== 'number' || typeof rate !== 'number' || rate <= 0) return null;
  return <span>{formWords.seconds(Number((frames / rate).toFixed(1)))}</span>;
}
