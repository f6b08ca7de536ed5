import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

// The tokens of the console: its colours, type, radius and spacing. Everything else is derived from
// them by Mantine.

// pine is the colour of firmhub, from the lightest to the darkest. The shade 7 has a contrast of 5.2
// to 1 with white.
const pine: MantineColorsTuple = [
  '#e9f8f4', '#d2eee7', '#a5ddcf', '#74cab5', '#4bb79f', '#2aa389', '#14907a', '#0b7a6b', '#086256', '#054a41',
]

// slate is the colour of text, lines and surfaces.
const slate: MantineColorsTuple = [
  '#f6f8f8', '#edf0f0', '#dfe4e4', '#c6cecf', '#a3aeb0', '#7d8a8d', '#5b686b', '#455154', '#2d3739', '#1a2223',
]

const night: MantineColorsTuple = [
  '#e3e8e8', '#c3cbcc', '#a2acae', '#7f8b8d', '#4b5759', '#37424a', '#2a3338', '#1d2528', '#151c1e', '#0f1416',
]

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  colors: { pine, gray: slate, dark: night },
  fontFamily: 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", "Liberation Mono", monospace',
  headings: {
    fontWeight: '620',
    sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.3' }, h2: { fontSize: '1.0625rem' }, h3: { fontSize: '0.9375rem' } },
  },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
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
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
})

// colours gives dimmed text a contrast of at least 4.5 to 1 on every surface.
export const colours: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-dimmed': slate[6], '--mantine-color-placeholder': '#667275', '--mantine-color-error': '#b42318' },
  dark: { '--mantine-color-dimmed': night[2], '--mantine-color-placeholder': '#8f9a9c', '--mantine-color-error': '#ff8a80' },
})
