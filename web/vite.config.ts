import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The names of the built files have no hashes, so that a change of the source changes lines and adds
// no file. The server puts a hash of all files into their paths (web/console.go). Relative paths keep
// every part in the folder of that hash.
export default defineConfig({
  base: './',
  plugins: [react()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
  // `npm run dev` shows the console at /console of the Vite server, and takes the API from a server
  // that `make run` started.
  server: {
    proxy: Object.fromEntries(['/api', '/graphql', '/notificationhub'].map((path) => [path, { target: 'http://127.0.0.1:8080', ws: true }])),
  },
})
