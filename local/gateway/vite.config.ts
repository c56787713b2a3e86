import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The gateway as one file for Node, packages and all: what is deployed is `dist/gateway.mjs`. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'local/gateway/main.ts',
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'gateway.mjs', codeSplitting: false } },
  },
})
