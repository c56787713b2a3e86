import { ensureBuilt } from './build'
import { progress } from './progress'
import { untilStopped } from './child'
import { stackSettings, welcome, loadStack, type ImportFile } from './stack-settings'

/** `npm start`: builds what changed, starts everything, and runs until stopped. */
export async function run(_parameters: readonly string[], importFile: ImportFile): Promise<void> {
  const say = progress()
  await ensureBuilt(say)
  // The identity provider for development refuses to run in production, the mode of the build.
  process.env['NODE_ENV'] = 'development'
  const { startStack } = await loadStack(process.cwd(), importFile)
  const stack = await startStack({ ...stackSettings(process.cwd()), onProgress: say })
  say(welcome(stack.origins))
  await untilStopped(() => stack.close())
}
