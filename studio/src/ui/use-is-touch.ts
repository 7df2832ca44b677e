import { useMediaQuery } from '@mantine/hooks';

/** Whether keys and files to drop are not at hand: texts then name the buttons. */
export const useIsTouch = (): boolean =>
  useMediaQuery('(pointer: coarse), (max-width: 599px)', false, {
    getInitialValueInEffect: false,
  });
