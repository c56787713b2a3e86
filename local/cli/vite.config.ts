import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Builds the embedded stack as one file for Node: no TypeScript at run time, stack traces through source maps. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  publicDir: false,
  build: {
    ssr: 'local/cli/stack.ts',
    outDir: 'dist/local',
    target: 'node20',
    minify: false,
    sourcemap: true,
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: 'stack.mjs', chunkFileNames: '[name]-[hash].mjs' } },
  },
})
