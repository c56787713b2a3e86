import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** A module of a test's page with all its imports, as one script. It is not minified, so that stack traces are readable. */
export async function bundled(module: URL): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    // A library's build leaves it to the bundler; a page has no `process`.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(module), formats: ['es'], fileName: 'page' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [output] = [built].flat()
  const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined
  if (chunk === undefined) throw new Error(`${module.pathname} was not built`)
  return chunk.code
}
