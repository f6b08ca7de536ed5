import { fileURLToPath } from 'node:url'

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// withoutFloating gives Mantine's ScrollArea, which every table has, the one function that it needs of
// @floating-ui/react.
const withoutFloating: Plugin = {
  name: 'without-floating',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === '@floating-ui/react' && importer?.includes('/ScrollArea/') ? fileURLToPath(new URL('src/parts/useMergeRefs.ts', import.meta.url)) : undefined,
}

// The names of the built files have no hashes, so that a change of the source changes lines and adds
// no file. The server puts a hash of all files into their paths (web/console.go). Relative paths keep
// every part in the folder of that hash.
export default defineConfig({
  base: './',
  plugins: [react(), withoutFloating],
  build: {
    target: 'es2022',
    // The first versions with light-dark(), which the tokens use.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    // A part whose styles did not load would be shown without them when it is loaded again.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        assetFileNames: '[name][extname]',
        // Many small files cost more bytes than a few: what most screens need is in one.
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 24 }] },
      },
    },
  },
  // `npm run dev` shows the console at /console of the Vite server, and takes the API from a server
  // that `make run` started.
  server: {
    proxy: Object.fromEntries(['/api', '/graphql', '/notificationhub'].map((path) => [path, { target: 'http://127.0.0.1:8080', ws: true }])),
  },
})
