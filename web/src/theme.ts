import { createTheme, defaultVariantColorsResolver, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

import tokens from './tokens.css?raw'

// The theme of the console has the tokens of tokens.css. Everything else is derived from them by
// Mantine, which has to know the colours themselves to choose between black and white on them.
function shades(colour: string): MantineColorsTuple {
  const found = [...tokens.matchAll(new RegExp(`--${colour}-\\d: (#\\w+);`, 'g'))].map(([, value]) => value)
  return found as unknown as MantineColorsTuple
}

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  // autoContrast knows the light scheme alone.
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input)
    const main = input.variant === 'filled' && (input.color ?? 'pine') === 'pine'
    return main ? { ...colours, color: 'var(--on-main)' } : colours
  },
  colors: { pine: shades('pine'), gray: shades('slate'), dark: shades('night') },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  headings: {
    fontWeight: 'var(--weight-title)',
    sizes: { h1: { fontSize: 'var(--size-h1)', lineHeight: '1.3' }, h2: { fontSize: 'var(--size-h2)' }, h3: { fontSize: 'var(--size-h3)' } },
  },
  fontSizes: { xs: 'var(--size-xs)', sm: 'var(--size-sm)', md: 'var(--size-md)', lg: 'var(--size-lg)', xl: 'var(--size-xl)' },
  defaultRadius: 'md',
  radius: { xs: 'var(--radius-xs)', sm: 'var(--radius-sm)', md: 'var(--radius-md)', lg: 'var(--radius-lg)', xl: 'var(--radius-xl)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The text of a light colour on its own tint has too little contrast.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    Badge: { defaultProps: { tt: 'none', fw: 550 } },
    Button: { defaultProps: { size: 'sm' } },
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm', fz: 'sm' } },
    // A toast goes by itself.
    Notification: { defaultProps: { withCloseButton: false } },
    Modal: { defaultProps: { centered: true } },
    // A <header> outside the page's would be a second banner.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    ModalTitle: { defaultProps: { fw: 620, fz: 'lg' } },
    DrawerTitle: { defaultProps: { fw: 620, fz: 'lg' } },
    // Who has no mouse scrolls a wide table by the keys.
    TableScrollContainer: { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: 0 } } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
})

// colours puts the tokens in the place of colours of Mantine that have too little contrast. Their values
// follow the scheme by themselves.
const readable = { '--mantine-color-dimmed': 'var(--dimmed)', '--mantine-color-placeholder': 'var(--placeholder)', '--mantine-color-error': 'var(--error)' }
export const colours: CSSVariablesResolver = () => ({ variables: {}, light: readable, dark: readable })
