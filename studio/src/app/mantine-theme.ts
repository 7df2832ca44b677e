import {
  ActionIcon,
  Button,
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  Input,
  type MantineColorsTuple,
  Switch,
  type VariantColorsResolver,
} from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { createElement } from 'react';
import styles from './mantine.module.css';

const shades = (value: string) =>
  Array.from({ length: 10 }, () => value) as unknown as MantineColorsTuple;

const token = (name: string) => `var(--${name})`;

/** Where Mantine takes a grey itself: `gray` in the light theme, `dark` in the dark one. */
const GRAY = [
  ...['raised', 'raised', 'line', 'line-strong', 'line-strong'],
  ...['faint', 'muted', 'text', 'text', 'text'],
].map(token) as unknown as MantineColorsTuple;
const DARK = [
  ...['text', 'text', 'muted', 'faint', 'press'],
  ...['press', 'raised', 'press', 'press', 'canvas'],
].map(token) as unknown as MantineColorsTuple;

const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant === 'filled' && (input.color ?? 'accent') === 'accent')
    return {
      ...colors,
      background: 'var(--accent)',
      hover: 'var(--accent-press)',
      color: 'var(--on-accent)',
    };
  if (input.variant === 'default')
    return {
      ...colors,
      background: 'var(--raised)',
      hover: 'var(--press)',
      color: 'var(--text)',
      border: '1px solid var(--line-strong)',
    };
  if (input.variant === 'subtle' && input.color === 'gray')
    return { ...colors, background: 'transparent', hover: 'var(--raised)', color: 'var(--muted)' };
  return colors;
};

const CHEVRON = createElement(IconChevronDown, { size: 18, stroke: 1.5, 'aria-hidden': true });

const BUTTON_SIZES: Readonly<Record<string, Record<string, string>>> = {
  sm: {
    '--button-height': 'var(--control)',
    '--button-padding-x': '14px',
    '--button-fz': '0.875rem',
  },
  'compact-sm': { '--button-height': 'var(--control-small)' },
};

const ICON_BUTTON_SIZES: Readonly<Record<string, Record<string, string>>> = {
  lg: { '--ai-size': 'var(--control)' },
  md: { '--ai-size': 'var(--control-small)' },
};

/** Mantine with the values of tokens.css. */
export const mantineTheme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  primaryColor: 'accent',
  colors: { accent: shades('var(--accent)'), bad: shades('var(--bad)'), gray: GRAY, dark: DARK },
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '10px', xl: '14px' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.34', sm: '1.4', md: '1.43', lg: '1.5', xl: '1.4' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '20px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm', variant: 'default' },
      classNames: { root: styles.button, label: styles.buttonLabel },
      vars: (_theme, { size }) => ({ root: BUTTON_SIZES[String(size)] ?? {} }),
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { size: 'lg', variant: 'subtle', color: 'gray' },
      classNames: { root: `${styles.iconButton} ${styles.touch}` },
      vars: (_theme, { size }) => ({ root: ICON_BUTTON_SIZES[String(size)] ?? {} }),
    }),
    CloseButton: { classNames: { root: styles.touch } },
    UnstyledButton: { classNames: { root: styles.touch } },
    Anchor: { classNames: { root: styles.touch } },
    FileButton: {
      defaultProps: {
        inputProps: {
          // A field that still holds the file reports nothing when it is chosen again.
          onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
            currentTarget.value = '';
          },
        },
      },
    },
    Checkbox: { classNames: { input: styles.touch } },
    Input: Input.extend({
      classNames: { wrapper: styles.input },
      vars: (_theme, { size }) => ({
        wrapper:
          size === 'sm'
            ? { '--input-height': 'var(--control)', '--input-fz': 'var(--field-text)' }
            : {},
        input: {},
      }),
    }),
    InputWrapper: {
      classNames: {
        label: styles.label,
        description: styles.description,
        error: styles.error,
      },
    },
    Switch: Switch.extend({
      defaultProps: { withThumbIndicator: false },
      classNames: {
        track: styles.track,
        label: styles.switchLabel,
        description: styles.description,
        input: styles.switchInput,
        thumb: styles.thumb,
      },
    }),
    SegmentedControl: {
      defaultProps: { withItemsBorders: false },
      classNames: { root: styles.segments, indicator: styles.segment, label: styles.segmentLabel },
    },
    Tooltip: {
      classNames: { tooltip: styles.tooltip },
      defaultProps: {
        openDelay: 400,
        withArrow: false,
        events: { hover: true, focus: true, touch: false },
      },
    },
    Skeleton: { classNames: { root: styles.skeleton } },
    Modal: {
      classNames: { content: styles.modal, header: styles.modalHeader, title: styles.modalTitle },
      defaultProps: {
        centered: true,
        padding: 'xl',
        overlayProps: { backgroundOpacity: 0.5 },
        closeButtonProps: { 'aria-label': 'Close' },
        // Gone at once when it is closed: keys of the page rest while a modal is there.
        transitionProps: { duration: 120, exitDuration: 0 },
      },
    },
    Menu: {
      // The first item has the focus: a placeholder in front of it is not an item of a menu.
      defaultProps: {
        withInitialFocusPlaceholder: false,
        // No higher than the room beside its button: it scrolls.
        middlewares: { flip: true, shift: true, size: true },
      },
      classNames: {
        dropdown: `${styles.dropdown} ${styles.menu}`,
        label: styles.menuLabel,
        item: styles.menuItem,
        itemSection: styles.menuSection,
      },
    },
    Select: {
      defaultProps: {
        size: 'sm',
        checkIconPosition: 'right',
        rightSection: CHEVRON,
        rightSectionPointerEvents: 'none',
      },
    },
    MultiSelect: { defaultProps: { rightSection: CHEVRON, rightSectionPointerEvents: 'none' } },
    NativeSelect: { defaultProps: { rightSection: CHEVRON } },
    TextInput: { defaultProps: { size: 'sm' } },
    NumberInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
  },
});

const variables = {
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--faint)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--press)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-anchor': 'var(--text)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-press)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-shadow-md': 'var(--shade)',
  '--mantine-shadow-xl': 'var(--shade)',
};

/**
 * The same values in both themes: tokens.css switches what they stand for. Mantine's own are set per theme, so these are
 * too.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables,
  light: variables,
  dark: variables,
});
