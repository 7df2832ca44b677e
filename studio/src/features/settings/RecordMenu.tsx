import { ActionIcon, Menu, type MenuItemProps } from '@mantine/core';
import { type Icon, IconDots, IconEdit, IconRefresh, IconTrash } from '@tabler/icons-react';
import styles from './List.module.css';

interface RecordMenuProps {
  readonly words: {
    readonly more: (name: string) => string;
    readonly edit: string;
    readonly rotate: string;
    readonly remove: string;
  };
  readonly name: string;
  /** Turns it on or off. */
  readonly turn: Pick<ItemProps, 'icon' | 'label' | 'onClick'>;
  /** Why it can be edited only. */
  readonly locked?: string | undefined;
  readonly onDialog: (kind: 'edit' | 'rotate' | 'remove') => void;
}

/** What can be done with a key or a webhook. */
export function RecordMenu({ words, name, turn, locked, onDialog }: RecordMenuProps) {
  const isLocked = locked !== undefined;
  const open = (kind: 'edit' | 'rotate' | 'remove') => ({
    label: words[kind],
    onClick: () => onDialog(kind),
  });
  return (
    <Menu position="bottom-end" shadow="md" width={260}>
      <Menu.Target>
        <ActionIcon className={styles.menu} aria-label={words.more(name)}>
          <IconDots size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Item icon={IconEdit} {...open('edit')} />
        <Menu.Divider />
        {isLocked && <Menu.Label>{locked}</Menu.Label>}
        <Item icon={IconRefresh} disabled={isLocked} {...open('rotate')} />
        <Item disabled={isLocked} {...turn} />
        <Item icon={IconTrash} disabled={isLocked} color="bad" {...open('remove')} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface ItemProps extends Pick<MenuItemProps, 'disabled' | 'color'> {
  readonly icon: Icon;
  readonly label: string;
  readonly onClick: () => void;
}

const Item = ({ icon: Sign, label, ...item }: ItemProps) => (
  <Menu.Item {...item} leftSection={<Sign size={18} stroke={1.5} />}>
    {label}
  </Menu.Item>
);
