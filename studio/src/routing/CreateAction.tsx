import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FormModal } from '../ui/FormModal';
import { useCreateDialog } from './create-dialog';

interface CreateActionProps {
  readonly label: string;
  readonly words: { readonly title: string; readonly close: string };
  /** The form. It is made when the dialog opens, so it begins empty. */
  readonly children: ReactNode;
}

/** Opens a dialog with the form of something new. What leaves it for the new item's page replaces it in the history. */
export function CreateAction({ label, words, children }: CreateActionProps) {
  const { isOpen, close } = useCreateDialog();
  return (
    <>
      <CreateButton label={label} />
      <FormModal
        opened={isOpen}
        onClose={close}
        title={words.title}
        closeButtonProps={{ 'aria-label': words.close }}
      >
        {children}
      </FormModal>
    </>
  );
}

/** Opens the dialog of the page's `CreateAction`, also from another place of the page. */
export function CreateButton({
  label,
  ...style
}: Pick<ButtonProps, 'variant'> & { readonly label: string }) {
  const { open } = useCreateDialog();
  return (
    <Button
      {...style}
      leftSection={<IconPlus size={18} stroke={1.5} aria-hidden="true" />}
      onClick={open}
    >
      {label}
    </Button>
  );
}
