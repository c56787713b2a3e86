import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { mergeHelpers } from './merge-helpers.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** What every board needs is split over several chunks. Preloading them in the page's head starts all downloads at once. */
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

/** A build of the whole project sets its own root, but this application's page is here. */
const ownRoot: Plugin = { name: 'own-root', config: () => ({ root: here }) }

export default defineConfig({
  root: here,
  base: '/',
  publicDir: false,
  appType: 'mpa',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [ownRoot, mergeHelpers, preloadChunks()],
  build: {
    outDir: fileURLToPath(new URL('../../../dist/bi-frame', import.meta.url)),
    emptyOutDir: true,
    assetsDir: 'assets',
    target: 'es2022',
    cssCodeSplit: false,
    // The preloads above are enough. The helper for lazy ones would be a tenth of the entry chunk.
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
            // The page's own script in one file: another of one or two kB would cost a request.
            { name: 'index', priority: 5, tags: ['$initial'] },
            // Few files, because every part of a page needs these together.
            { name: 'builder', priority: 4, test: /frame\/builder\// },
            { name: 'assistant', priority: 4, test: /frame\/assistant\// },
            // Only for editing a dashboard.
            { name: 'edit', priority: 4, test: /frame\/(edit\/|styles\/edit)|node_modules\/gridstack\// },
            // Only for saving files.
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
              test: /frame\/(app|board|host|parts|protocol|theme|tiles)\/|rendering\/|bi-host\/wire\/|node_modules\/(preact|lucide)\//,
            },
          ],
        },
      },
    },
  },
})
