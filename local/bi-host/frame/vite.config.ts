import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

/** What every board needs lies in several chunks; naming them in the head starts all downloads at once. */
function preloadChunks(): Plugin {
  return {
    name: 'preload-chunks',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const eager = Object.values(bundle ?? {}).filter(
          (file) => file.type === 'chunk' && !file.isEntry && !/builder|assistant|edit|files/.test(file.name),
        )
        return eager.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', href: `/${file.fileName}` },
          injectTo: 'head' as const,
        }))
      },
    },
  }
}

/** Whoever builds the whole project names its root; this application's page lies here all the same. */
const ownRoot: Plugin = { name: 'own-root', config: () => ({ root: here }) }

export default defineConfig({
  root: here,
  base: '/',
  publicDir: false,
  appType: 'mpa',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [ownRoot, preloadChunks()],
  build: {
    outDir: fileURLToPath(new URL('../../../dist/bi-frame', import.meta.url)),
    emptyOutDir: true,
    assetsDir: 'assets',
    target: 'es2022',
    cssCodeSplit: false,
    // The preloads above are all there are; the helper for lazy ones would be a tenth of the entry.
    modulePreload: false,
    // Fonts stay files: a data: font would need a wider content policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Few files: every part of a page needs these together.
            { name: 'builder', priority: 4, test: /frame\/builder\// },
            { name: 'assistant', priority: 4, test: /frame\/assistant\// },
            // Only for those who arrange a dashboard.
            { name: 'edit', priority: 4, test: /frame\/(edit\/|styles\/edit)|node_modules\/gridstack\// },
            // Only for those who take a file along.
            {
              name: 'files',
              priority: 4,
              test: /tiles\/files\.ts|node_modules\/(fflate|write-excel-file)\//,
            },
            {
              name: 'charts',
              priority: 3,
              test: /rendering\/charts\/|tiles\/chart\.ts|node_modules\/(echarts|zrender|tslib)\//,
            },
            {
              name: 'board',
              priority: 2,
              test: /frame\/(app|board|host|parts|theme|tiles)\/|rendering\/|node_modules\/(preact|lucide)\//,
            },
            {
              name: 'protocol',
              priority: 1,
              test: /frame\/protocol\/|bi-host\/wire\//,
            },
          ],
        },
      },
    },
  },
})
