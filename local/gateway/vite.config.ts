import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Builds the gateway as one file for Node, including its packages: `dist/gateway.mjs` is what is deployed, beside their licenses. */
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
    license: { fileName: 'gateway-licenses.txt' },
    rolldownOptions: { output: { entryFileNames: 'gateway.mjs', codeSplitting: false } },
  },
})
