'use strict'
/*
 * Runs `local/cli/<name>.ts` in this process, through Vite, and keeps its exit code; a colon of the command is a hyphen of the file.
 * A command exports `run(parameters, importFile): Promise<number | void>`; what it starts it also stops, on a signal
 * too. `importFile` is Node's own import: the one inside a command belongs to Vite and ends when the command is loaded.
 */
const path = require('node:path')
const { pathToFileURL } = require('node:url')

/** React and the builds look at it; Vite would set it by itself, but to "development" for everything run here. */
const modes = { dev: 'development', test: 'test', 'test:open-stack': 'test' }

async function run(root, command, parameters) {
  process.chdir(root)
  process.setSourceMapsEnabled(true)
  process.env.NODE_ENV = modes[command] || 'production'
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(path.join(root, 'local', 'cli', `${command.replace(':', '-')}.ts`), {
    configFile: false,
    root,
    logLevel: 'warn',
    mode: process.env.NODE_ENV,
  })
  return module.run(parameters, (file) => import(pathToFileURL(file).href))
}

exports.run = async (root, command, parameters) => {
  try {
    const code = await run(root, command, parameters)
    if (typeof code === 'number') process.exitCode = code
  } catch (error) {
    // A terminal may still show what was under way, in a line without an end.
    if (process.stdout.isTTY) process.stdout.write('\n')
    process.stderr.write(
      `${error && ['Refusal', 'PortTaken', 'FolderTaken', 'AddressRefused', 'ConfigurationRefused'].includes(error.name) ? error.message : (error && error.stack) || error}\n`,
    )
    process.exit(1)
  }
}
