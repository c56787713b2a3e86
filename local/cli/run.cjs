'use strict'
/*
 * Runs `local/cli/<name>.ts` in this process, through Vite, and sets its exit code. A colon in the command is a hyphen in the file name.
 * A command exports `run(parameters, importFile): Promise<number | void>`, and stops whatever it starts, on a signal
 * too. `importFile` is Node's own import: the `import()` inside a command is Vite's and works only while the command is being loaded.
 */
const path = require('node:path')
const { pathToFileURL } = require('node:url')

/** NODE_ENV by command, for React and the builds. Without it Vite would set "development" for every command. */
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
    // The last progress line on a terminal has no line end.
    if (process.stdout.isTTY) process.stdout.write('\n')
    process.stderr.write(
      `${error && ['Refusal', 'PortTaken', 'FolderTaken', 'AddressRefused', 'ConfigurationRefused'].includes(error.name) ? error.message : (error && error.stack) || error}\n`,
    )
    process.exit(1)
  }
}
