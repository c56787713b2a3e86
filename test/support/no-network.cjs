'use strict'
/**
 * Preloaded into every Node process under test (`node --require`): nothing may leave the machine. A connection that would is refused as on
 * a machine without a network, and written to the file named by NO_NETWORK_LOG, so that the run can fail even where the code under test
 * swallows the error. Because it is preloaded, not imported, it is plain CommonJS.
 */
const dgram = require('node:dgram')
const dns = require('node:dns')
const fs = require('node:fs')
const net = require('node:net')

function isLoopback(host) {
  if (host === undefined || host === null || host === '') return true
  const name = String(host)
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/^::ffff:/, '')
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  return name === '::1' || (net.isIPv4(name) && name.startsWith('127.'))
}

function refusal(target) {
  const log = process.env.NO_NETWORK_LOG
  if (log) fs.appendFileSync(log, `${target}\n`)
  const error = new Error(`A test tried to leave the machine: ${target}`)
  return Object.assign(error, { code: 'ENETUNREACH', syscall: 'connect' })
}

const connect = Reflect.get(net.Socket.prototype, 'connect')
net.Socket.prototype.connect = function guarded(...parameters) {
  // Node's own callers pass one array of normalized arguments.
  const list = Array.isArray(parameters[0]) ? parameters[0] : parameters
  const options = typeof list[0] === 'object' && list[0] !== null ? list[0] : null
  const isPath = options
    ? Boolean(options.path)
    : typeof list[0] === 'string' && Number.isNaN(Number(list[0]))
  const host = options ? options.host : typeof list[1] === 'string' ? list[1] : undefined
  if (isPath || isLoopback(host)) return connect.apply(this, parameters)
  const port = options ? options.port : list[0]
  const error = refusal(`${host}:${port}`)
  process.nextTick(() => this.destroy(error))
  return this
}

function lastFunction(parameters) {
  return parameters.findLast((parameter) => typeof parameter === 'function')
}

for (const name of Object.keys(dns).filter((key) => /^(lookup|resolve|reverse)/.test(key))) {
  const original = dns[name]
  dns[name] = function guarded(host, ...rest) {
    if (isLoopback(host) || (name.startsWith('lookup') && net.isIP(host)))
      return original.call(this, host, ...rest)
    const error = refusal(`dns.${name} ${host}`)
    process.nextTick(lastFunction(rest), error)
    return undefined
  }
}

for (const [name, original] of Object.entries(dns.promises)) {
  if (!/^(lookup|resolve|reverse)/.test(name)) continue
  dns.promises[name] = async function guarded(host, ...rest) {
    if (isLoopback(host) || (name.startsWith('lookup') && net.isIP(host)))
      return original.call(this, host, ...rest)
    throw refusal(`dns.promises.${name} ${host}`)
  }
}

for (const prototype of [dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  const isPromise = prototype === dns.promises.Resolver.prototype
  for (let level = prototype; level && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level).filter((key) => /^(resolve|reverse)/.test(key))) {
      prototype[name] = (host, ...rest) => {
        const error = refusal(`Resolver.${name} ${host}`)
        if (isPromise) return Promise.reject(error)
        process.nextTick(lastFunction(rest), error)
        return undefined
      }
    }
  }
}

for (const name of ['send', 'connect']) {
  const original = dgram.Socket.prototype[name]
  dgram.Socket.prototype[name] = function guarded(...parameters) {
    const rest = name === 'send' ? parameters.slice(1) : parameters
    const address = rest.find((parameter) => typeof parameter === 'string')
    if (isLoopback(address)) return original.apply(this, parameters)
    const error = refusal(`udp ${address}`)
    const callback = lastFunction(parameters)
    process.nextTick(() => (callback ? callback(error) : this.emit('error', error)))
    return undefined
  }
}
