import type { ComponentType } from 'react';
import type { ControlKind } from '../layout/model';
import { ChoiceField } from './ChoiceField';
import type { ControlProps } from './ControlFrame';
import { NumberField, SliderField } from './NumberField';
import { SwitchField } from './SwitchField';
import { TextField } from './TextField';

/** The control of each kind of value. */
export const CONTROLS: Readonly<Record<ControlKind, ComponentType<ControlProps>>> = {
  slider: SliderField,
  number: NumberField,
  choice: ChoiceField,
  switch: SwitchField,
  text: TextField,
};
