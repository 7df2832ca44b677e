import type { ControlProps } from './form/fields/ControlFrame';
import { CONTROLS } from './form/fields/controls';
import {
  fittedValue as fitted,
  type Setting as OneSetting,
  settingsOf as allSettingsOf,
} from './form/settings/model';

/** A param by its name, as all workflows together take it. */
export type Setting = OneSetting;

/** The settings that workflows have, in the order of the form. */
export const settingsOf = allSettingsOf;

/** The nearest value that a setting takes. */
export const fittedValue = fitted;

type SettingFieldProps = Omit<ControlProps, 'name' | 'param'> & { readonly setting: Setting };

/** Sets the value of a setting with the control that it has in the form. */
export function SettingField({ setting: { name, kind, param }, ...props }: SettingFieldProps) {
  const Control = CONTROLS[kind];
  return <Control {...props} name={name} param={param} />;
}
