import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, MouseEventHandler } from 'react';

interface IconActionProps extends ActionIconProps {
  readonly icon: ComponentType<IconProps>;
  /** Says what it does: tooltip and name for screen readers. */
  readonly label: string;
  /** Keyboard shortcut, shown in the tooltip. */
  readonly shortcut?: string;
  readonly tabIndex?: number;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
}

/** A button with an icon only. */
export function IconAction({ icon: Icon, label, shortcut, ...props }: IconActionProps) {
  return (
    <Tooltip label={shortcut ? `${label} (${shortcut})` : label}>
      <ActionIcon {...props} aria-label={label}>
        <Icon size={18} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
