import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const shades = (value: string) =>
  Array.from({ length: 10 }, () => value) as unknown as MantineColorsTuple;

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

/** Mantine with the values of tokens.css. */
export const mantineTheme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  primaryColor: 'accent',
  colors: { accent: shades('var(--accent)'), bad: shades('var(--bad)') },
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
    Button: { defaultProps: { size: 'sm', variant: 'default' } },
    ActionIcon: { defaultProps: { size: 'lg', variant: 'subtle', color: 'gray' } },
    Tooltip: {
      defaultProps: {
        openDelay: 400,
        withArrow: false,
        events: { hover: true, focus: true, touch: false },
      },
    },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.5 } } },
    Select: { defaultProps: { size: 'sm', checkIconPosition: 'right' } },
    TextInput: { defaultProps: { size: 'sm' } },
    NumberInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
  },
});

/** The same values in both themes: tokens.css switches what they stand for. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--input-height-sm': 'var(--control)',
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
  },
  light: {},
  dark: {},
});
