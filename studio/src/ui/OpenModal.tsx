import type { ModalProps } from '@mantine/core';
import { FormModal } from './FormModal';
import { useFocusReturn } from './use-focus-return';

/** A modal that is open as long as it is there. */
export function OpenModal(props: Omit<ModalProps, 'opened'>) {
  useFocusReturn();
  return <FormModal opened {...props} />;
}
