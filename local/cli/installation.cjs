'use strict'
/* Checks that node_modules matches package-lock.json. Old syntax: bootstrap.cjs loads this before it has checked Node. */
var crypto = require('crypto')
var fs = require('fs')
var path = require('path')

/** Whether `20.20.2` is in a range of the form that package.json uses, `>=major.minor.patch`. */
function satisfies(version, range) {
  var minimum = /^>=(\d+)\.(\d+)\.(\d+)$/.exec(range)
  if (!minimum) throw new Error('The engines field must read ">=major.minor.patch", not "' + range + '".')
  var parts = version.split('.').map(Number)
  for (var index = 0; index < 3; index += 1) {
    var least = Number(minimum[index + 1])
    if (parts[index] !== least) return parts[index] > least
  }
  return true
}

function platform() {
  return process.platform + ' ' + process.arch + ' node ' + process.versions.modules
}

function stampFile(root) {
  return path.join(root, 'node_modules', '.assay-installed')
}

function stampOf(root) {
  var lock = fs.readFileSync(path.join(root, 'package-lock.json'))
  return crypto.createHash('sha256').update(lock).digest('hex') + ' ' + platform()
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}

/** Whether npm's own record matches, as after a manual `npm install`, which makes a second install unnecessary. */
function installedByHand(root) {
  var record = readText(path.join(root, 'node_modules', '.package-lock.json'))
  if (!record) return false
  var installed = JSON.parse(record).packages
  var asked = JSON.parse(readText(path.join(root, 'package-lock.json'))).packages
  return Object.keys(asked).every(function (name) {
    if (name === '') return true
    if (!installed[name]) return Boolean(asked[name].optional)
    return (
      installed[name].version === asked[name].version && installed[name].integrity === asked[name].integrity
    )
  })
}

/** Why `npm ci` has to run, for printing; empty if it need not. */
function reasonToInstall(root) {
  var stamp = readText(stampFile(root))
  if (stamp === stampOf(root)) return ''
  var samePlatform = stamp === '' || stamp.slice(65) === platform()
  if (samePlatform && installedByHand(root)) {
    remember(root)
    return ''
  }
  if (!samePlatform) return 'they were installed for another Node or machine'
  return readText(path.join(root, 'node_modules', '.package-lock.json'))
    ? 'package-lock.json has changed'
    : 'nothing is installed yet'
}

function remember(root) {
  fs.writeFileSync(stampFile(root), stampOf(root))
}

module.exports = { satisfies: satisfies, reasonToInstall: reasonToInstall, remember: remember }
