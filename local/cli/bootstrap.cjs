'use strict'
/*
 * The first thing every command runs: `node local/cli/bootstrap.cjs <command>`.
 * Node built-ins only, in syntax that a very old Node can still parse, so that the wrong version of Node leads to
 * a plain message and not to a SyntaxError. Checks Node, installs the packages if needed, and starts the command.
 */
var childProcess = require('child_process')
var fs = require('fs')
var path = require('path')
var installation = require('./installation.cjs')

var root = path.join(__dirname, '../..')

function fail(message) {
  process.stderr.write(message + '\n')
  process.exit(1)
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'))
}

function install(reason) {
  // npm itself prints how long it took.
  process.stdout.write('Installing the packages (' + reason + ') …\n')
  var npm = process.env.npm_execpath
  var parameters = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  var viaNode = Boolean(npm && /\.c?js$/.test(npm))
  var result = childProcess.spawnSync(
    viaNode ? process.execPath : 'npm',
    viaNode ? [npm].concat(parameters) : parameters,
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: !viaNode && process.platform === 'win32',
    },
  )
  if (result.error) fail('npm could not be started: ' + result.error.message + '. Install npm and try again.')
  if (result.signal) process.kill(process.pid, result.signal)
  if (result.status !== 0) {
    process.stderr.write('Installing the packages failed. See npm’s output above.\n')
    process.exit(result.status || 1)
  }
}

var project = readJson('package.json')
var wanted = project.engines.node
if (!installation.satisfies(process.versions.node, wanted)) {
  fail(
    'Assay needs Node ' +
      wanted +
      '; this is Node ' +
      process.versions.node +
      '. Install a newer Node and run the command again.',
  )
}

// Vite reads paths as parts of addresses, where these have another meaning.
if (/[#?%]/.test(root)) {
  fail(
    'The folder’s path contains "#", "?" or "%", which Vite cannot read: ' +
      root +
      '. Rename or move the folder.',
  )
}

var command = process.argv[2]
// The other files of this folder are not commands.
if (!command || project.scripts[command] !== 'node local/cli/bootstrap.cjs ' + command) {
  fail('There is no command "' + (command || '') + '". Usage: npm run <command>')
}

var reason = installation.reasonToInstall(root)
if (reason) {
  install(reason)
  installation.remember(root)
}

void require('./run.cjs').run(root, command, process.argv.slice(3))
